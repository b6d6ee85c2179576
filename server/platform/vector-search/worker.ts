// The worker process of vector search: keeps the vectors and searches them.
import type { VectorHit } from '#server/ports/vector-search.ts'
import { type Engine, openEngine } from './nearest.ts'
import { type Batch, createStoredVectors, lengthOf, type StoredVectors } from './stored-vectors.ts'

export type VectorRequest =
  | { type: 'inspect' }
  | { type: 'stage'; collection: string; dimensions: number; part: string; batch: Batch }
  | { type: 'discard'; collection: string }
  | { type: 'commit'; collection: string; dimensions: number; parts: string[] }
  | { type: 'drop'; collection: string }
  | { type: 'search'; collection: string; query: Int8Array; limit: number }

const collections = new Map<string, StoredVectors>()

/** `library` is the package of the native library. */
export async function open(library: string) {
  const engine = await openEngine(library)
  return (request: VectorRequest) => answer(engine, request)
}

function answer(engine: Engine, request: VectorRequest) {
  switch (request.type) {
    case 'inspect':
      return engine.fault
    case 'stage':
      return opened(request).stage(request.part, request.batch)
    case 'discard':
      return collections.get(request.collection)?.discard()
    case 'commit':
      return opened(request).commit(new Set(request.parts))
    case 'drop':
      return void collections.delete(request.collection)
    case 'search':
      return search(engine, request)
  }
}

function opened({ collection, dimensions }: { collection: string; dimensions: number }): StoredVectors {
  const stored = collections.get(collection) ?? createStoredVectors(dimensions)
  collections.set(collection, stored)
  return stored
}

/** Undefined if the collection is not loaded. */
function search(
  engine: Engine,
  { collection, query, limit }: VectorRequest & { type: 'search' },
): VectorHit[] | undefined {
  const stored = collections.get(collection)
  if (!stored) return undefined
  const found = stored.committed()
  const queryLength = lengthOf(query)
  if (found.count === 0 || queryLength === 0) return []
  const indexes = Array.from(engine.find(found, query, Math.min(limit, found.count)))
  return indexes
    .map((index) => ({
      index,
      similarity: dotProduct(found.vectors, index, query) / queryLength / found.lengths[index]!,
    }))
    .sort((a, b) => b.similarity - a.similarity || a.index - b.index)
    .map(({ index, similarity }) => ({ ...stored.partAndPosition(index), similarity }))
}

function dotProduct(vectors: Int8Array, index: number, query: Int8Array): number {
  const start = index * query.length
  let sum = 0
  for (let offset = 0; offset < query.length; offset++) sum += vectors[start + offset]! * query[offset]!
  return sum
}
