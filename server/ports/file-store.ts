// The port to file storage for media, recordings and documents.
export interface StoredFile {
  contentType: string
  sizeBytes: number
}

/** Throws `OutsideError` with code `storage_failed` (retryable) if the store fails. */
export interface FileStore {
  /**
   * `key` is a path such as `media/<account>/<uuid>` of lower-case letters, digits, `.`, `_` and `-`. Each part starts
   * with a letter or digit and does not end with a dot. Any other key throws a plain `Error`.
   * When this resolves, the file is durable. Writing an existing key replaces the file atomically.
   */
  put(key: string, body: Uint8Array, contentType: string): Promise<void>
  /** Like `put`, with the content of a local file, which is not held in memory and must not change in the meantime. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  /** Undefined if the file does not exist. */
  find(key: string): Promise<StoredFile | undefined>
  /** Throws `OutsideError` with code `not_found` (not retryable) if the file does not exist. */
  read(key: string): Promise<Uint8Array>
  /**
   * Returns the bytes from `start` up to but not including `end`; fewer if the file is shorter. Throws like `read`.
   * `end` is greater than `start`.
   */
  readRange(key: string, range: { start: number; end: number }): Promise<Uint8Array>
  /** Does nothing if the file does not exist. */
  remove(key: string): Promise<void>
}
