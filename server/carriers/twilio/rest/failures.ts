// Converts failed requests and error responses to errors without credentials or message contents.
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import { carrierErrors } from './error-codes-data.ts'
import type { ExchangeFailure, ExchangeReply } from './exchange.ts'
import { fieldsOf, numberOf } from './json.ts'
import { reasonOf } from './meaning.ts'

/** `write`: a repetition could have a second effect. `read`: a repetition is safe. */
export type Effect = 'read' | 'write'

export function ofExchange({ fault, written, cause }: ExchangeFailure, effect: Effect): CarrierError {
  if (!written) {
    return fault === 'timeout'
      ? notSent('timeout', 'The carrier could not be reached in time.')
      : notSent('connect_failed', 'The carrier could not be reached.', cause)
  }
  if (effect === 'write') return outcomeUnknown(fault === 'timeout' ? 'did not answer in time' : 'broke off', cause)
  if (fault === 'too_large')
    return new CarrierError('not_sent', 'The carrier’s answer is larger than allowed.', { code: 'too_large' })
  return fault === 'timeout'
    ? notSent('timeout', 'The carrier did not answer in time.')
    : notSent('unavailable', 'The carrier closed the connection.', cause)
}

/**
 * The carrier's error message is omitted, because it contains phone numbers and possibly more.
 * Rate-limited requests had no effect: https://www.twilio.com/docs/api/errors/20429
 */
export function ofReply(reply: ExchangeReply, effect: Effect): CarrierError {
  const { status } = reply
  const code = codeIn(reply.body)
  if (status >= 500 || status === 408 || code === 20500) {
    if (effect === 'write') return outcomeUnknown(`failed (HTTP ${status})`)
    return notSent('unavailable', `The carrier failed (HTTP ${status}).`)
  }
  if (status < 400) return unreadable(effect)
  if (status === 401 || code === 20003) {
    const refusal = { reason: 'unauthorised', providerCode: 20003 } as const
    return new CarrierError('refused', 'The carrier refused the credentials.', refusal)
  }
  const errorCode = code ?? (status === 429 ? 20429 : undefined)
  if (errorCode === undefined) {
    const message = `The carrier refused the request (HTTP ${status}).`
    const reason = status === 404 ? 'not_found' : 'other'
    return new CarrierError('refused', message, { code: `http_${status}`, reason })
  }
  const message = carrierErrors[errorCode] ?? `The carrier refused the request (${errorCode}).`
  const refusal = { reason: reasonOf(errorCode), providerCode: errorCode, retryable: errorCode === 20429 }
  return new CarrierError('refused', message, refusal)
}

/** For a success whose response does not contain the result. */
export function unreadable(effect: Effect): CarrierError {
  if (effect === 'write') return outcomeUnknown('gave an answer that cannot be read')
  return new CarrierError('not_sent', 'The carrier’s answer cannot be read.', { code: 'protocol_error' })
}

/** Undefined if the resource does not exist at the carrier. */
export async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof CarrierError && error.reason === 'not_found') return undefined
    throw error
  }
}

const notSent = (code: string, message: string, cause?: unknown): CarrierError =>
  new CarrierError('not_sent', message, { code, retryable: true, cause })

function outcomeUnknown(what: string, cause?: unknown): CarrierError {
  return new CarrierError('outcome_unknown', `The carrier ${what}: the request may have been carried out.`, { cause })
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
