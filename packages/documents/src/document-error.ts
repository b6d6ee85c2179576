// The errors of document extraction, with messages for account holders.
export type DocumentErrorCode =
  | 'wrong_format'
  | 'encrypted'
  | 'damaged'
  | 'no_text'
  | 'empty'
  | 'too_large'
  | 'timeout'
  | 'out_of_memory'
  | 'crashed'
  | 'unsupported_type'

/** The message is a complete English sentence that says what the account holder can do. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode

  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DocumentError'
    this.code = code
  }

  /** Whether the cause is the document itself, so another try would fail too. */
  get isFinal(): boolean {
    return this.code !== 'crashed'
  }
}

/** Errors of a process that reads documents, which it reports itself or which its parent finds. */
export const documentErrors = {
  timeout: () => new DocumentError('timeout', 'Reading the document took too long.'),
  outOfMemory: () =>
    new DocumentError('out_of_memory', 'The document needs too much memory. Split it into smaller ones.'),
  crashed: () => new DocumentError('crashed', 'Reading the document failed unexpectedly.'),
}
