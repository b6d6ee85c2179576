// Runs test files in several worker processes, and each file that fails once more by itself.
import type { FileResult } from './file-result.ts'
import { type WorkerOptions, WorkerProcess } from './worker-process.ts'

/** Files that share workers. */
export interface Lane {
  files: readonly string[]
  workers: number
  /** From 0, the highest priority of a user's processes, to 19. */
  niceness: number
}

export interface RunOptions extends Omit<WorkerOptions, 'niceness'> {
  /** They run side by side. */
  lanes: readonly Lane[]
  /** Whether a file that fails runs once more. */
  hasSecondRun: boolean
  /** Called whenever a file has run. */
  onResult?(result: FileResult, isSecond: boolean): void
}

export interface RunResult {
  first: FileResult[]
  /** The second runs of the files that failed. */
  second: FileResult[]
}

export async function runTestFiles(options: RunOptions): Promise<RunResult> {
  const first: FileResult[] = []
  const runLane = async ({ files, workers, niceness }: Lane): Promise<void> => {
    const queue = files.values()
    const count = Math.min(workers, files.length)
    await Promise.all(Array.from({ length: count }, () => runQueue(queue, niceness, first, false, options)))
  }
  await Promise.all(options.lanes.map(runLane))
  const second: FileResult[] = []
  // Every second run has a process of its own, and nothing else runs beside it.
  if (options.hasSecondRun)
    for (const { file, passed } of first) if (!passed) await runQueue([file].values(), 0, second, true, options)
  return { first, second }
}

async function runQueue(
  files: Iterable<string>,
  niceness: number,
  results: FileResult[],
  isSecond: boolean,
  options: RunOptions,
): Promise<void> {
  await using worker = new WorkerProcess({ ...options, niceness })
  for (const file of files) {
    if (options.signal.aborted) return
    const result = await worker.run(file)
    results.push(result)
    options.onResult?.(result, isSecond)
  }
}
