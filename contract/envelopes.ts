// The bodies in which endpoints refuse, before details are added.
import type { Envelope } from './endpoint.ts'

type Body = Record<string, unknown>

const shapes: Record<Envelope, (sentence: string, code: string) => Body> = {
  error: (sentence) => ({ error: sentence }),
  message: (sentence) => ({ message: sentence }),
  'message-error': (sentence, code) => ({ message: sentence, error: code }),
  coded: (sentence, code) => ({ success: false, error: sentence, error_code: code }),
  status: (sentence) => ({ status: false, error: sentence }),
  'success-message': (sentence) => ({ message: sentence, success: false }),
}

export function refusalBody(envelope: Envelope, sentence: string, code: string): Body {
  return shapes[envelope](sentence, code)
}

export function tooManyRequestsBody(envelope: Envelope, retryAfterSeconds: number): Body {
  const message = 'Too Many Attempts.'
  const body = { message, retry_after: retryAfterSeconds }
  return envelope === 'coded' ? { success: false, error: message, error_code: 'RATE_LIMITED', ...body } : body
}

/** Of a request whose body cannot be read. Chat-app endpoints carry `message` too, as for too many requests. */
export function unreadableBody(envelope: Envelope, sentence: string): Body {
  const body = refusalBody(envelope, sentence, 'UNREADABLE_BODY')
  return envelope === 'coded' ? { ...body, message: sentence } : body
}

export const unauthenticatedBody = { message: 'Unauthenticated.' }
