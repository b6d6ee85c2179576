// The error of all speech functions.
/** `timeout`, `worker_ended` and `busy` can succeed when they are repeated. */
export type SpeechErrorCode =
  | 'busy'
  | 'closed'
  | 'failed'
  | 'language_not_supported'
  | 'text_too_long'
  | 'timeout'
  | 'worker_ended'

export class SpeechError extends Error {
  readonly code: SpeechErrorCode

  constructor(code: SpeechErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'SpeechError'
    this.code = code
  }
}
