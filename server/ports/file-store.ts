// The port to where files are kept: media of messages, recordings, documents.

export interface StoredFile {
  contentType: string
  sizeBytes: number
}

/** Throws `OutsideError` with code `storage_failed` (retryable) when the store fails. */
export interface FileStore {
  /**
   * `key` is ours: path-like, `media/<account>/<uuid>`; lower-case letters, digits, `.`, `_` and `-`, each part starting
   * with a letter or digit and not ending with a dot. Another key is a bug of the caller and throws a plain `Error`.
   * Once this resolves the file outlives a crash; writing the same key again replaces the file whole: a reader sees the
   * old one or the new one.
   */
  put(key: string, body: Uint8Array, contentType: string): Promise<void>
  /** Undefined when there is no such file. */
  find(key: string): Promise<StoredFile | undefined>
  /** Throws `OutsideError` with code `not_found` (not retryable) when there is none. */
  read(key: string): Promise<Uint8Array>
  /** Not an error when there is none. */
  remove(key: string): Promise<void>
}
