// What a step returns of an HTTP response, and how it fails because of the status.
import { decodeResponse } from '@parley/documents'
import { sanitizeJson, sanitizeText } from '#server/features/conversations/index.ts'
import type { SecretMask } from '#server/platform/security/secret-mask.ts'
import { parseBoundedJson } from '#server/platform/text/json-depth.ts'
import type { FetchReply } from '#server/ports/fetcher.ts'
import { type FailureClass, StepFailure } from './step-type.ts'

const keptHeaders = [
  'content-type',
  'etag',
  'last-modified',
  'link',
  'location',
  'retry-after',
  'x-request-id',
  'x-total-count',
] as const

const maxHeaderLength = 2_000
const maxExcerptLength = 300

/** Every occurrence of a secret is masked. */
export function outputOf({ status, headers, body, truncated }: FetchReply, mask: SecretMask) {
  const kept = keptHeaders.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, mask.text(sanitizeText(value)).slice(0, maxHeaderLength)] as const]
  })
  const isJson = !truncated && /json/i.test(headers['content-type'] ?? 'json')
  const text = decodeResponse(body, headers['content-type'])
  const content = isJson ? jsonOrText(text) : truncated ? mask.cutText(text) : text
  const shown = mask.json(sanitizeJson(content))
  return { status, headers: Object.fromEntries(kept), body: shown, ...(truncated && { truncated }) }
}

/** The text itself if it is not JSON or is nested too deeply. */
function jsonOrText(text: string): unknown {
  const value = parseBoundedJson(text)
  return value === undefined ? text : value
}

interface Sent {
  mask: SecretMask
  hasConnection: boolean
  hasEffect: boolean
  isSafe: boolean
}

/** The service has certainly not processed the request. */
const unprocessed: readonly number[] = [425, 429]

export function failureOfStatus(reply: FetchReply, { mask, hasConnection, hasEffect, isSafe }: Sent): StepFailure {
  const { status, url } = reply
  const isUnclear = status >= 500 || status === 408
  const doubt = isUnclear && hasEffect ? ', and the request may already have had its effect' : ''
  const message = `${URL.parse(url)?.hostname ?? 'The service'} answered with status ${status}${doubt}${excerptOf(reply, mask)}`
  return new StepFailure(message, {
    classification: classOf(status, hasConnection),
    isRetryable: isUnclear ? isSafe : unprocessed.includes(status),
    isInDoubt: isUnclear && hasEffect,
  })
}

/** 401 without a connection: credentials are missing. */
function classOf(status: number, hasConnection: boolean): FailureClass {
  if (status === 401 || (status === 403 && hasConnection)) return 'missing_connection'
  return status === 404 || status === 410 ? 'missing_record' : 'wiring_error'
}

function excerptOf({ body, headers }: FetchReply, mask: SecretMask): string {
  // Masked before it is cut, so that no part of a secret is left.
  const text = mask.text(sanitizeText(decodeResponse(body, headers['content-type']))).trim()
  if (text === '') return '.'
  return `: ${text.length > maxExcerptLength ? `${text.slice(0, maxExcerptLength).toWellFormed()}…` : text}`
}
