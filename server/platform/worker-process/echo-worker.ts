// A worker for tests: returns the request with the number of requests so far, fails, aborts, or never answers.
export function open() {
  let count = 0
  return (request: string) => {
    if (request === 'fail') throw new Error('refused')
    if (request === 'abort') process.abort()
    if (request === 'crash') setImmediate(() => Promise.reject(new Error('crashed')))
    if (request === 'hang' || request === 'crash') return new Promise(() => {})
    return { request, count: ++count }
  }
}
