// Maps the errors of OpenAI's Realtime API to failure codes.

import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import type { FailureCode } from '../vendor-speech/failures.ts'

export interface VendorError {
  code: string
  type: string
  param: string
  /** The event of the client that caused the error, if the server says so. */
  eventId: string | undefined
}

const codes: Record<string, FailureCode> = {
  invalid_api_key: 'unauthorised',
  authentication_error: 'unauthorised',
  permission_error: 'unauthorised',
  insufficient_quota: 'quota_exhausted',
  rate_limit_exceeded: 'rate_limited',
  rate_limit_error: 'rate_limited',
  model_not_found: 'not_found',
  session_expired: 'session_expired',
  content_filter: 'content_filtered',
  content_policy_violation: 'content_filtered',
  invalid_request_error: 'bad_request',
}

export function readError(fields: unknown): VendorError {
  const { code, type, param, event_id: eventId } = isFields(fields) ? fields : {}
  const id = typeof eventId === 'string' ? eventId : undefined
  return { code: textOf(code), type: textOf(type), param: textOf(param), eventId: id }
}

export const failureCodeOf = ({ code, type }: Pick<VendorError, 'code' | 'type'>): FailureCode =>
  ownValue(codes, code) ?? ownValue(codes, type) ?? 'unavailable'

/** The response or the item of a cancellation or truncation had already ended; some servers do not repeat its event. */
export const isRace = ({ code, param }: VendorError): boolean =>
  code === 'response_cancel_not_active' || /^item_(?:truncate|delete)_/.test(code) || param === 'audio_end_ms'

/** The session cannot continue. */
export const isFatal = (code: FailureCode): boolean =>
  code === 'session_expired' || code === 'unauthorised' || code === 'not_found'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const ownValue = (map: Record<string, FailureCode>, key: string) => (Object.hasOwn(map, key) ? map[key] : undefined)
