// A worker process of the test runner: runs the test files that its parent names, one after another.
import { inspect } from 'node:util'
import type { WorkerMessage } from './file-result.ts'
import { type FileOptions, runTestFile } from './run-test-file.ts'

const report = (message: WorkerMessage, onSent = () => {}): void => void process.send!(message, onSent)

process.on('message', async ({ file, options }: { file: string; options: FileOptions }) => {
  const result = await runTestFile(file, options, (test) => report({ kind: 'progress', test }))
  report({ kind: 'result', result, memoryBytes: process.memoryUsage.rss() })
})
// It is unknown which test caused the error, and what it left behind.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) => report({ kind: 'error', error: inspect(error) }, () => process.exit(1)))
// Connections and timers that tests leave open do not keep the process alive.
process.on('disconnect', () => process.exit())
