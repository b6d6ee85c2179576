// The errors that clients can expect: refusals that the contract declares, and invalid input.
import type { FieldErrors } from './validation/validate.ts'

/**
 * The endpoint's `refusals` give the status of the code, and the message unless the refusal has its own. `details` are
 * further fields of the body.
 */
export class Refusal extends Error {
  readonly code: string
  readonly ownMessage: string | undefined
  readonly details: Record<string, unknown>

  constructor(code: string, message?: string, details: Record<string, unknown> = {}) {
    super(message ?? code)
    this.name = 'Refusal'
    this.code = code
    this.ownMessage = message
    this.details = details
  }
}

/** Returns the value, or refuses if there is none. 0 and an empty text are values. */
export function orRefuse<Value>(
  value: Value,
  ...refusal: ConstructorParameters<typeof Refusal>
): Exclude<Value, undefined | null | false> {
  if (value === undefined || value === null || value === false) throw new Refusal(...refusal)
  return value as Exclude<Value, undefined | null | false>
}

/** The outcome is not known yet: a retry under the same `Idempotency-Key` resumes the request. */
export class OutcomePending extends Refusal {}

/** A limit that an operation counts itself; the response carries the rate limit headers. */
export class TooManyRequests extends Refusal {
  readonly limit: number
  readonly retryAfterSeconds: number

  constructor({ limit, retryAfterSeconds }: { limit: number; retryAfterSeconds: number }) {
    super('TOO_MANY_REQUESTS', undefined, { message: 'Too Many Attempts.', retry_after: retryAfterSeconds })
    this.limit = limit
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Well-formed input that conflicts with stored data: reported as a validation error (422). */
export class InvalidInput extends Error {
  readonly errors: FieldErrors
  /** All that is wrong are ids of records that do not exist or belong to another account. */
  readonly isMissingRecord: boolean

  constructor(errors: FieldErrors, { isMissingRecord = false } = {}) {
    super('The given data was invalid.')
    this.name = 'InvalidInput'
    this.errors = errors
    this.isMissingRecord = isMissingRecord
  }
}

/** `The selected voice id is invalid.`: for ids that do not exist or belong to another account, and for other choices. */
export function invalidSelection(...fields: string[]): InvalidInput {
  const errors = fields.map((field) => [field, [`The selected ${field.replaceAll('_', ' ')} is invalid.`]])
  return new InvalidInput(Object.fromEntries(errors), {
    isMissingRecord: fields.every((field) => field.endsWith('_id')),
  })
}
