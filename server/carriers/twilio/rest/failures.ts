// Converts failed requests and error responses to errors without credentials or message contents.
import { OutsideError } from '#server/platform/outside-error.ts'
import { carrierErrors } from './error-codes-data.ts'
import type { ExchangeFailure, ExchangeReply } from './exchange.ts'
import { fieldsOf, numberOf } from './json.ts'

/** `write`: a repetition could have a second effect. `read`: a repetition is safe. */
export type Effect = 'read' | 'write'

export function ofExchange({ fault, written, cause }: ExchangeFailure, effect: Effect): OutsideError {
  if (!written) {
    return fault === 'timeout'
      ? new OutsideError('timeout', 'The carrier could not be reached in time.', { retryable: true })
      : new OutsideError('connect_failed', 'The carrier could not be reached.', { retryable: true, cause })
  }
  if (effect === 'write') return outcomeUnknown(fault === 'timeout' ? 'did not answer in time' : 'broke off', cause)
  if (fault === 'too_large')
    return new OutsideError('too_large', 'The carrier’s answer is larger than allowed.', { retryable: false })
  return fault === 'timeout'
    ? new OutsideError('timeout', 'The carrier did not answer in time.', { retryable: true })
    : new OutsideError('unavailable', 'The carrier closed the connection.', { retryable: true, cause })
}

/**
 * The carrier's error message is omitted, because it contains phone numbers and possibly more.
 * Rate-limited requests had no effect: https://www.twilio.com/docs/api/errors/20429
 */
export function ofReply(reply: ExchangeReply, effect: Effect): OutsideError {
  const { status } = reply
  const code = codeIn(reply.body)
  if (status >= 500 || status === 408 || code === 20500) {
    if (effect === 'write') return outcomeUnknown(`failed (HTTP ${status})`)
    return new OutsideError('unavailable', `The carrier failed (HTTP ${status}).`, { retryable: true })
  }
  if (status < 400) return unreadable(effect)
  if (status === 401 || code === 20003) {
    return new OutsideError('unauthorised', 'The carrier refused the credentials.', { retryable: false })
  }
  const errorCode = code ?? (status === 429 ? 20429 : undefined)
  const retryable = errorCode === 20429
  if (errorCode === undefined) {
    return new OutsideError(`http_${status}`, `The carrier refused the request (HTTP ${status}).`, { retryable })
  }
  const message = carrierErrors[errorCode] ?? `The carrier refused the request (${errorCode}).`
  return new OutsideError(String(errorCode), message, { retryable })
}

/** For a success whose response does not contain the result. */
export function unreadable(effect: Effect): OutsideError {
  if (effect === 'write') return outcomeUnknown('gave an answer that cannot be read')
  return new OutsideError('protocol_error', 'The carrier’s answer cannot be read.', { retryable: false })
}

/** Undefined if the resource does not exist at the carrier. */
export async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof OutsideError && (error.code === '20404' || error.code === 'http_404')) return undefined
    throw error
  }
}

function outcomeUnknown(what: string, cause?: unknown): OutsideError {
  return new OutsideError('outcome_unknown', `The carrier ${what}: the request may have been carried out.`, {
    retryable: false,
    cause,
  })
}

/** Media URLs without `.json` return XML errors; gateways return HTML without an error code. */
function codeIn(body: Buffer): number | undefined {
  const text = body.toString()
  if (text.startsWith('<')) return numberOf(/<Code>(\d+)<\/Code>/.exec(text)?.[1])
  try {
    return numberOf(fieldsOf(JSON.parse(text)).code)
  } catch {
    return undefined
  }
}
