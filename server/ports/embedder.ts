// The port to an embedding model: turns texts into vectors that are close together if their meanings are.
export interface Embedder {
  /**
   * Identifies the model and its vectors, such as `local/all-minilm-l6-v2` or
   * `openai/text-embedding-3-small/512`. Vectors of different names cannot be compared.
   */
  readonly name: string
  /** ISO 639-1 codes of the languages that the model understands; undefined means all. */
  readonly languages: readonly string[] | undefined
  /**
   * Texts longer than this should be divided into pieces with a vector each, because the model reads only short texts;
   * undefined if it reads whole passages.
   */
  readonly pieceCharacters: number | undefined
  /**
   * Returns vectors of unit length, one for each text, in order. Texts are truncated to what the model takes, and are
   * not blank. Queries are served before passages. Throws `OutsideError`, or the reason of the signal.
   */
  embed(
    texts: readonly string[],
    options: { purpose: 'query' | 'passage'; signal?: AbortSignal },
  ): Promise<Float32Array[]>
}
