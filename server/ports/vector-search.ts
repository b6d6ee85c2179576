// The port to vector search: finds the nearest vectors of a collection exactly.
export interface VectorCollection {
  /** Such as `12:<embedder name>:512`. All vectors of a key have the same dimensions. */
  key: string
  /** Changes whenever its parts change. */
  revision: string
  dimensions: number
  /** Called only if the revision differs from the loaded one. */
  listParts(): Promise<VectorPart[]>
  /** Vectors of one part in batches of at most a few thousand; `positions[i]` belongs to the i-th vector. */
  loadPart(key: string): AsyncIterable<{ positions: Int32Array; vectors: Int8Array }>
}

/** A part with the same key never changes. */
export interface VectorPart {
  key: string
  /** The number of its vectors. */
  count: number
}

export interface VectorHit {
  /** The key of the part. */
  part: string
  position: number
  /** The cosine of the angle to the query, from -1 to 1; 0 for a vector of zeros. */
  similarity: number
}

export interface VectorSearch extends AsyncDisposable {
  /**
   * Returns the most similar vectors, at most `limit` (1 to 1,000), best first. Throws `OutsideError` with code
   * `vector_search_failed` (retryable), `collection_too_large` or `wrong_dimensions` (of the vectors), what the collection
   * throws, or the reason of the signal.
   */
  search(
    collection: VectorCollection,
    query: Int8Array,
    options: { limit: number; signal?: AbortSignal },
  ): Promise<VectorHit[]>
}
