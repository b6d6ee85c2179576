// The error that adapters throw when an external service fails.
/** `retryable`: the same request can be sent again without harm. `code`: Parley's code or the vendor's. */
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
