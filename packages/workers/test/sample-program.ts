// A program for tests: doubles numbers, or does what the request says.
import { threadId } from 'node:worker_threads'

export function open(data: unknown) {
  if (data === 'refuse') throw new Error('the model is missing')
  if (data === 'abort') process.abort()
  return (request: unknown) => {
    if (request === 'data') return data
    if (request === 'id') return threadId || process.pid
    if (request === 'arguments') return process.argv.slice(2)
    if (request === 'hang') return new Promise(() => {})
    return 2 * Number(request)
  }
}
