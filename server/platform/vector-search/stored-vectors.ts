// The vectors of one collection in contiguous memory. New parts are staged until they are committed together.
interface Segment {
  part: string
  start: number
  count: number
}

export interface Batch {
  positions: Int32Array
  /** One after the other. */
  vectors: Int8Array
}

export type StoredVectors = ReturnType<typeof createStoredVectors>

export function createStoredVectors(dimensions: number) {
  let segments: Segment[] = []
  let vectors = new Int8Array(0)
  let positions = new Int32Array(0)
  /** The Euclidean length of each vector. */
  let lengths = new Float32Array(0)
  /** Vectors from `committed` to `used` are staged. */
  let committed = 0
  let used = 0

  function resize(capacity: number): void {
    const previous = { vectors, positions, lengths }
    vectors = new Int8Array(capacity * dimensions)
    positions = new Int32Array(capacity)
    lengths = new Float32Array(capacity)
    vectors.set(previous.vectors.subarray(0, used * dimensions))
    positions.set(previous.positions.subarray(0, used))
    lengths.set(previous.lengths.subarray(0, used))
  }

  function reserve(more: number): void {
    if (used + more > positions.length) resize(Math.max(used + more, Math.ceil(positions.length * 1.5)))
  }

  function truncate(count: number): void {
    used = count
    segments = segments.filter(({ start }) => start < count)
  }

  return {
    dimensions,
    /** Vectors of zeros are left out, because they have no direction. */
    stage(part: string, batch: Batch): void {
      reserve(batch.positions.length)
      const start = used
      for (let index = 0; index < batch.positions.length; index++) {
        const vector = batch.vectors.subarray(index * dimensions, (index + 1) * dimensions)
        const length = lengthOf(vector)
        if (length === 0) continue
        vectors.set(vector, used * dimensions)
        positions[used] = batch.positions[index]!
        lengths[used] = length
        used++
      }
      if (used > start) segments.push({ part, start, count: used - start })
    },
    /** Removes the staged vectors. */
    discard: () => truncate(committed),
    /** The staged vectors can be found from now on, and parts that are not listed are removed. */
    commit(parts: ReadonlySet<string>): void {
      let end = 0
      segments = segments.filter((segment) => {
        if (!parts.has(segment.part)) return false
        const { start, count } = segment
        if (start !== end) {
          vectors.copyWithin(end * dimensions, start * dimensions, (start + count) * dimensions)
          positions.copyWithin(end, start, start + count)
          lengths.copyWithin(end, start, start + count)
        }
        segment.start = end
        end += count
        return true
      })
      used = end
      committed = end
      if (positions.length > used * 2) resize(used)
    },
    /** Only what is committed. The arrays begin at the start of their buffers, and are valid until the next change. */
    committed: () => ({
      count: committed,
      vectors: vectors.subarray(0, committed * dimensions),
      lengths: lengths.subarray(0, committed),
    }),
    partAndPosition(index: number): { part: string; position: number } {
      let [low, high] = [0, segments.length - 1]
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if (segments[middle]!.start <= index) low = middle
        else high = middle - 1
      }
      return { part: segments[low]!.part, position: positions[index]! }
    },
  }
}

export function lengthOf(vector: Int8Array): number {
  let sum = 0
  for (let index = 0; index < vector.length; index++) sum += vector[index]! * vector[index]!
  return Math.sqrt(sum)
}
