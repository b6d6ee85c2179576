// The port to a reranking model: orders texts by how well they answer a query.
export interface RankedText {
  /** The position of the text in the request. */
  index: number
  /** Higher is better. The range depends on the model. */
  score: number
}

export interface Reranker {
  /** Identifies the model, such as `rerank-v3.5`. */
  readonly name: string
  /**
   * Returns the best texts, at most `limit`, best first. Long texts are truncated. Throws `OutsideError`, also after one
   * second without a response, or the reason of the signal.
   */
  rerank(
    query: string,
    texts: readonly string[],
    options: { limit: number; signal?: AbortSignal },
  ): Promise<RankedText[]>
}
