// Builds the error bodies of endpoints.
import type { Envelope } from './endpoint.ts'

type Body = Record<string, unknown>

const shapes: Record<Envelope, (message: string, code: string) => Body> = {
  error: (message) => ({ error: message }),
  message: (message) => ({ message }),
  'message-error': (message, code) => ({ message, error: code }),
  coded: (message, code) => ({ success: false, error: message, error_code: code }),
  status: (message) => ({ status: false, error: message }),
  'success-message': (message) => ({ message, success: false }),
}

export function refusalBody(envelope: Envelope, message: string, code: string): Body {
  return shapes[envelope](message, code)
}

export function tooManyRequestsBody(envelope: Envelope, retryAfterSeconds: number): Body {
  const message = 'Too Many Attempts.'
  const body = { message, retry_after: retryAfterSeconds }
  return envelope === 'coded' ? { success: false, error: message, error_code: 'RATE_LIMITED', ...body } : body
}

/** Chat-app endpoints have a `message` too, as in their rate limit errors. */
export function unreadableBody(envelope: Envelope, message: string): Body {
  const body = refusalBody(envelope, message, 'UNREADABLE_BODY')
  return envelope === 'coded' ? { ...body, message } : body
}

export const unavailableMessage = 'Parley cannot reach its database at the moment. Try again in a few seconds.'

/** The status is 503. */
export function unavailableBody(envelope: Envelope): Body {
  const body = refusalBody(envelope, unavailableMessage, 'SERVICE_UNAVAILABLE')
  return envelope === 'coded' ? { ...body, message: unavailableMessage } : body
}

/** For a stored secret that was encrypted with another master key. */
export const unreadableSecret = {
  status: 422,
  code: 'SEALED_WITH_OTHER_KEY',
  message: (what = 'A stored secret', advice = 'Enter it again, or restore the former master key.') =>
    `${what} was encrypted with another master key. ${advice}`,
}

/** Also has the code if the envelope has none. */
export const unreadableSecretBody = (envelope: Envelope, message: string): Body => ({
  ...refusalBody(envelope, message, unreadableSecret.code),
  error_code: unreadableSecret.code,
})

export const unauthenticatedBody = { message: 'Unauthenticated.' }
