// The outcome of one test file, as a worker process reports it.
/** Counts a file as one failed test if it crashed, hung, or could not be imported. */
export const oneFailure = { tests: 1, suites: 0, passed: 0, failed: 1, cancelled: 0, skipped: 0, todo: 0 }

export type Counts = typeof oneFailure

export interface FileResult {
  file: string
  passed: boolean
  counts: Counts
  durationMs: number
  /** Processor time of the worker and, on Linux, of the processes that it started and that have ended. */
  cpuMs: number
  /** Formatted for a terminal. */
  output: string
}

export type WorkerMessage =
  /** This test has ended. */
  | { kind: 'progress'; test: string }
  | { kind: 'result'; result: FileResult; memoryBytes: number }
  /** No test caught it; the process ends. */
  | { kind: 'error'; error: string }
