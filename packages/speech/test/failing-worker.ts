// A worker for the tests of the pool: doubles numbers, and fails on request.
import { threadId } from 'node:worker_threads'

export const open = () => (request: number | 'exit' | 'crash' | 'refuse' | 'hang' | 'slow' | 'thread' | 'abort') => {
  if (request === 'exit') process.exit(1)
  // A function cannot be sent, which is an error that the worker does not catch.
  if (request === 'crash') return () => {}
  if (request === 'refuse') throw new Error('refused')
  if (request === 'thread') return threadId || process.pid
  if (request === 'abort') process.abort()
  if (request === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000)
  if (request === 'slow') {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    return 1
  }
  return 2 * Number(request)
}
