// Runs test files in several worker processes, and each file that fails once more by itself.
import type { FileResult } from './file-result.ts'
import { type WorkerOptions, WorkerProcess } from './worker-process.ts'

export interface RunResult {
  first: FileResult[]
  /** The second runs of the files that failed. */
  second: FileResult[]
}

export interface RunOptions extends WorkerOptions {
  workers: number
  /** Files with these names share a further worker. */
  mostlyWaits?: RegExp
  /** Called whenever a file has run. */
  onResult?(result: FileResult, isSecond: boolean): void
}

export async function runTestFiles(files: readonly string[], options: RunOptions): Promise<RunResult> {
  const first: FileResult[] = []
  const waits = (file: string): boolean => options.mostlyWaits?.test(file) === true
  const queue = files.filter((file) => !waits(file)).values()
  await Promise.all([
    runQueue(files.filter(waits).values(), first, false, options),
    ...Array.from({ length: options.workers }, () => runQueue(queue, first, false, options)),
  ])
  const second: FileResult[] = []
  // Every second run has a process of its own, and nothing else runs beside it.
  for (const { file, passed } of first) if (!passed) await runQueue([file].values(), second, true, options)
  return { first, second }
}

async function runQueue(
  files: Iterable<string>,
  results: FileResult[],
  isSecond: boolean,
  options: RunOptions,
): Promise<void> {
  await using worker = new WorkerProcess(options)
  for (const file of files) {
    if (options.signal.aborted) return
    const result = await worker.run(file)
    results.push(result)
    options.onResult?.(result, isSecond)
  }
}
