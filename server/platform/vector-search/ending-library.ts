// A native library for tests that aborts the process when the query begins with 99.
import { MetricKind, exactSearch as search } from 'usearch'

export { MetricKind }

export const exactSearch: typeof search = (...given) => {
  const [, query] = given
  if (query instanceof Int8Array && query[0] === 99) process.abort()
  return search(...given)
}
