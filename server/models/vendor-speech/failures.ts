// The failures of speech vendors, as errors without secrets.
import { OutsideError } from '#server/platform/outside-error.ts'

const failures = {
  unauthorised: { text: 'refused the API key', retryable: false },
  quota_exhausted: { text: 'reports that the quota is exhausted', retryable: false },
  not_found: { text: 'does not know the voice, the model or the path', retryable: false },
  bad_request: { text: 'refused the request', retryable: false },
  text_too_long: { text: 'does not accept a text of this length', retryable: false },
  language_not_supported: { text: 'does not support the language', retryable: false },
  unsupported_output: { text: 'cannot answer with text instead of audio', retryable: false },
  rate_limited: { text: 'refused the request because of a rate limit', retryable: true },
  unavailable: { text: 'could not be reached or closed the connection', retryable: true },
  timeout: { text: 'did not respond in time', retryable: true },
  stalled: { text: 'stopped responding', retryable: true },
  unreadable: { text: 'sent a response that cannot be read', retryable: true },
  no_audio: { text: 'sent no audio', retryable: true },
  silent_audio: { text: 'sent only silence', retryable: true },
  answer_too_long: { text: 'sent an answer that is too long', retryable: true },
  too_much_audio: { text: 'sent more audio than the text can need', retryable: true },
  session_expired: { text: 'ended the session because of its time limit', retryable: true },
  empty_answer: { text: 'answered nothing', retryable: true },
  content_filtered: { text: 'refused to answer because of its content filter', retryable: false },
} as const

export type FailureCode = keyof typeof failures

/** `vendor` is the name in the message, such as `Deepgram`. */
export function speechFailure(vendor: string, code: FailureCode): OutsideError {
  const { text, retryable } = failures[code]
  return new OutsideError(code, `${vendor} ${text}.`, { retryable })
}

export const isRetryable = (code: FailureCode): boolean => failures[code].retryable
