// A worker process of the test runner: runs the test files that its parent names, one after another.
import type { WorkerMessage } from './file-result.ts'
import { type FileOptions, runTestFile } from './run-test-file.ts'

const report = (message: WorkerMessage): void => void process.send!(message)

process.on('message', async ({ file, options }: { file: string; options: FileOptions }) => {
  const result = await runTestFile(file, options, () => report({ kind: 'progress' }))
  report({ kind: 'result', result, memoryBytes: process.memoryUsage.rss() })
})
// Connections and timers that tests leave open do not keep the process alive.
process.on('disconnect', () => process.exit())
