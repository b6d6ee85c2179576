// Turns a failed exchange or a refusing answer into our error, telling neither credentials nor what was sent.
import { OutsideError } from '#server/platform/outside-error.ts'
import { carrierErrors } from './error-codes-data.ts'
import type { ExchangeFailure, ExchangeReply } from './exchange.ts'
import { fieldsOf, numberOf } from './json.ts'

/** `write`: repeating it could do the thing twice; `read`: repeating it is harmless. */
export type Effect = 'read' | 'write'

export function ofExchange({ fault, written, cause }: ExchangeFailure, effect: Effect): OutsideError {
  if (!written) {
    return fault === 'timeout'
      ? new OutsideError('timeout', 'The carrier could not be reached in time.', { retryable: true })
      : new OutsideError('connect_failed', 'The carrier could not be reached.', { retryable: true, cause })
  }
  if (effect === 'write') return outcomeUnknown(fault === 'timeout' ? 'did not answer in time' : 'broke off', cause)
  if (fault === 'too_large') return tooLarge()
  return fault === 'timeout'
    ? new OutsideError('timeout', 'The carrier did not answer in time.', { retryable: true })
    : new OutsideError('unavailable', 'The carrier broke off its answer.', { retryable: true, cause })
}

/**
 * The carrier's own sentence is left out: it quotes numbers and may quote more.
 * Refused for its rate, nothing was carried out: https://www.twilio.com/docs/api/errors/20429
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
  const told = code ?? (status === 429 ? 20429 : undefined)
  const retryable = told === 20429
  if (told === undefined) {
    return new OutsideError(`http_${status}`, `The carrier refused the request (HTTP ${status}).`, { retryable })
  }
  return new OutsideError(String(told), carrierErrors[told] ?? `The carrier refused the request (${told}).`, {
    retryable,
  })
}

/** A success that does not say what became of the request. */
export function unreadable(effect: Effect): OutsideError {
  if (effect === 'write') return outcomeUnknown('gave an answer that cannot be read')
  return new OutsideError('protocol_error', 'The carrier’s answer cannot be read.', { retryable: false })
}

export function tooLarge(): OutsideError {
  return new OutsideError('too_large', 'The carrier’s answer is larger than allowed.', { retryable: false })
}

function outcomeUnknown(what: string, cause?: unknown): OutsideError {
  return new OutsideError('outcome_unknown', `The carrier ${what}: the request may have been carried out.`, {
    retryable: false,
    cause,
  })
}

/** Addresses that do not end in `.json`, those of media, answer in XML; gateways in HTML, without a code. */
function codeIn(body: Buffer): number | undefined {
  const text = body.toString()
  if (text.startsWith('<')) return numberOf(/<Code>(\d+)<\/Code>/.exec(text)?.[1])
  try {
    return numberOf(fieldsOf(JSON.parse(text)).code)
  } catch {
    return undefined
  }
}
