// A native library for tests that aborts the process when the query begins with 99: always, or while a file exists.
import { existsSync, rmSync } from 'node:fs'
import { MetricKind, exactSearch as search } from 'usearch'

export { MetricKind }

const file = new URL(import.meta.url).searchParams.get('once')

export const exactSearch: typeof search = (...args) => {
  const [, query] = args
  if (query instanceof Int8Array && query[0] === 99) {
    if (file && !existsSync(file)) throw new Error('the file does not exist')
    if (file) rmSync(file)
    process.abort()
  }
  return search(...args)
}
