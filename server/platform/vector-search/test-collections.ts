// Collections of vectors for tests, which record what is read from them, and a naive search.
import type { VectorCollection, VectorHit } from '#server/ports/vector-search.ts'

/** Vectors by part; the position of a vector is its index multiplied by ten. */
export type Parts = Record<string, number[][]>

export interface TestCollection extends VectorCollection {
  /** Replaces the parts and the revision. */
  change(parts: Parts): void
  parts(): Parts
  /** What was read: `list`, or the key of a part. */
  reads: string[]
  /** If set, loading a part waits for it after the first batch. */
  gate: Promise<void> | undefined
}

let created = 0

export function testCollection(dimensions: number, initial: Parts): TestCollection {
  let parts = initial
  // A part that is removed while it is loaded can still be read.
  const all: Parts = { ...initial }
  let revision = 1
  const collection: TestCollection = {
    key: `collection:${++created}`,
    revision: '1',
    dimensions,
    reads: [],
    gate: undefined,
    parts: () => parts,
    change(next) {
      parts = next
      Object.assign(all, next)
      collection.revision = `${++revision}`
    },
    async listParts() {
      collection.reads.push('list')
      return Object.entries(parts).map(([key, vectors]) => ({ key, count: vectors.length }))
    },
    async *loadPart(key) {
      collection.reads.push(key)
      const vectors = all[key] ?? []
      const middle = Math.ceil(vectors.length / 2)
      yield batchOf(vectors.slice(0, middle), 0)
      await collection.gate
      yield batchOf(vectors.slice(middle), middle)
    },
  }
  return collection
}

function batchOf(vectors: number[][], start: number) {
  return {
    positions: Int32Array.from(vectors, (_, index) => (start + index) * 10),
    vectors: Int8Array.from(vectors.flat()),
  }
}

/** All vectors except zeros, most similar first. */
export function searchNaively(parts: Parts, query: readonly number[]): VectorHit[] {
  const hits = Object.entries(parts).flatMap(([part, vectors]) =>
    vectors.map((vector, index) => ({ part, position: index * 10, similarity: cosine(vector, query) })),
  )
  return hits.filter(({ similarity }) => !Number.isNaN(similarity)).sort((a, b) => b.similarity - a.similarity)
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, component, index) => sum + component * b[index]!, 0)
  return dot / Math.hypot(...a) / Math.hypot(...b)
}
