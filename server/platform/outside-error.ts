// The error that adapters throw when the world outside fails us.

/** `retryable` says whether the same request may be sent again without harm; `code` is ours or the vendor's. */
export class OutsideError extends Error {
  readonly code: string
  readonly retryable: boolean

  constructor(code: string, message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'OutsideError'
    this.code = code
    this.retryable = options.retryable
  }
}
