// The port to vector search: finds the nearest vectors of a collection exactly.
export interface VectorCollection {
  /** Such as `knowledgebase:12:<embedder name>`. All vectors of a key have the same dimensions. */
  key: string
  /** Changes whenever its parts change. */
  revision: string
  dimensions: number
  /** Called only if the revision differs from the loaded one. A part with the same key never changes. */
  listParts(): Promise<string[]>
  /**
   * Vectors of one part in batches of at most a few thousand; `positions[i]` belongs to the i-th vector. The arrays are
   * moved to another thread if they own their buffers, so they must not be used afterwards.
   */
  loadPart(key: string): AsyncIterable<{ positions: Int32Array; vectors: Int8Array }>
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
   * `vector_search_failed` (retryable) or `collection_too_large`, what the collection throws, or the reason of the signal.
   */
  search(
    collection: VectorCollection,
    query: Int8Array,
    options: { limit: number; signal?: AbortSignal },
  ): Promise<VectorHit[]>
}
