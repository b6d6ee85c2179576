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

  constructor(code: DocumentErrorCode, message: string) {
    super(message)
    this.name = 'DocumentError'
    this.code = code
  }
}
