// The answers of an endpoint to errors: refusals by the endpoint's table, invalid input as a list of field errors.
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { refusalBody, unreadableSecret, unreadableSecretBody } from '#contract/wire/envelopes.ts'
import { InvalidInput, OutcomePending, Refusal, TooManyRequests } from '../../refusal.ts'
import { BoxError } from '../../security/secret-box.ts'
import { type FieldErrors, summarizeErrors } from '../../validation/validate.ts'
import { headersOfLimit, headersOfWait } from './limit-headers.ts'

export interface Answer {
  status: number
  body: unknown
  headers?: Record<string, number | string>
  /**
   * What becomes of the idempotency key. `store` replays the answer to later requests. `delete` is for requests without
   * any effect: the key can be reused. `release` is for an unknown outcome: the same request can be sent again.
   */
  key: 'store' | 'delete' | 'release'
}

/** Undefined for errors that the endpoint does not declare. */
export function answerToError(endpoint: Endpoint, error: unknown): Answer | undefined {
  if (error instanceof InvalidInput) return answerToInvalid(endpoint, error.errors)
  if (error instanceof BoxError) {
    const body = unreadableSecretBody(endpoint.envelope, error.message)
    return { status: unreadableSecret.status, body, key: 'release' }
  }
  return error instanceof Refusal ? answerToRefusal(endpoint, error) : undefined
}

export function answerToInvalid(endpoint: Endpoint, errors: FieldErrors): Answer {
  const message = endpoint.validationMessage ?? summarizeErrors(errors)
  return { status: 422, body: { message, errors }, key: 'delete' }
}

/** A code that ends in `*` in the endpoint's table covers all codes with that prefix, as in `PROVIDER_ERROR_*`. */
function answerToRefusal(endpoint: Endpoint, refusal: Refusal): Answer | undefined {
  const table = endpoint.refusals ?? {}
  const entry =
    table[refusal.code] ??
    Object.entries(table).find(([code]) => code.endsWith('*') && refusal.code.startsWith(code.slice(0, -1)))?.[1]
  if (!entry) return undefined
  const body = refusalBody(endpoint.envelope, refusal.ownMessage ?? entry.message, refusal.code)
  return {
    status: entry.status,
    body: { ...body, ...refusal.details },
    headers:
      refusal instanceof TooManyRequests
        ? { ...headersOfLimit(refusal.limit, 0), ...headersOfWait(refusal.retryAfterSeconds) }
        : {},
    key: refusal instanceof OutcomePending ? 'release' : entry.status === 429 ? 'delete' : 'store',
  }
}
