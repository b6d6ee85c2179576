// Finds the vectors that are most similar to a query, with the native library or in JavaScript.
export interface Vectors {
  count: number
  /** One after the other, from the start of the buffer. */
  vectors: Int8Array
  /** The Euclidean length of each vector, more than 0. */
  lengths: Float32Array
}

/** Returns the indexes of the nearest vectors in any order. `limit` is at most the count. */
export type FindNearest = (vectors: Vectors, query: Int8Array, limit: number) => ArrayLike<number>

export interface Engine {
  find: FindNearest
  /** Why the native library is not used. */
  fault: string | undefined
}

/** Uses JavaScript, which takes about ten times as long, if the library cannot be loaded or returns wrong results. */
export async function openEngine(library: string): Promise<Engine> {
  try {
    const find = await loadLibrary(library)
    return isCorrect(find) ? { find, fault: undefined } : { find: findInJavaScript, fault: 'its results are wrong' }
  } catch (error) {
    return { find: findInJavaScript, fault: String(error).slice(0, 300) }
  }
}

async function loadLibrary(library: string): Promise<FindNearest> {
  const { exactSearch, MetricKind } = (await import(library)) as typeof import('usearch')
  return ({ vectors }, query, limit) => {
    // The library reads both from the start of their buffers, whatever the offset of the array is.
    const { keys } = exactSearch(vectors, query.slice(), query.length, limit, MetricKind.Cos, 1)
    return Array.from(keys, Number)
  }
}

export const findInJavaScript: FindNearest = ({ count, vectors, lengths }, query, limit) => {
  const best: { index: number; score: number }[] = []
  let worst = Number.NEGATIVE_INFINITY
  const dimensions = query.length
  for (let index = 0, start = 0; index < count; index++, start += dimensions) {
    let sum = 0
    for (let offset = 0; offset < dimensions; offset++) sum += vectors[start + offset]! * query[offset]!
    const score = sum / lengths[index]!
    if (best.length === limit && score <= worst) continue
    if (best.length === limit) best.pop()
    best.splice(firstBelow(best, score), 0, { index, score })
    worst = best.at(-1)!.score
  }
  return best.map(({ index }) => index)
}

function firstBelow(best: readonly { score: number }[], score: number): number {
  let [low, high] = [0, best.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (best[middle]!.score >= score) low = middle + 1
    else high = middle
  }
  return low
}

/** Each of these vectors is closest to itself. The second half has other lengths than the first. */
function isCorrect(find: FindNearest): boolean {
  const dimensions = 40
  const vectors = new Int8Array(8 * dimensions)
  for (let index = 0; index < 8; index++)
    for (let offset = 0; offset < dimensions; offset++)
      vectors[index * dimensions + offset] =
        (index % 2 ? -1 : 1) * ((index * 31 + offset * 17) % (index < 4 ? 128 : 40))
  const lengths = new Float32Array(8).fill(1)
  return Array.from({ length: 8 }, (_, index) => index).every((index) => {
    const query = vectors.slice(index * dimensions, (index + 1) * dimensions)
    return find({ count: 8, vectors, lengths }, query, 1)[0] === index
  })
}
