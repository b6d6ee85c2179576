// Expected errors: refusals that a contract lists, and invalid input.
import type { FieldErrors } from './validation/validate.ts'

/**
 * An error that the endpoint's contract lists with its status and message. `customMessage` replaces that message, and
 * `details` are further fields of the response body.
 */
export class Refusal extends Error {
  readonly code: string
  readonly customMessage: string | undefined
  readonly details: Record<string, unknown>

  constructor(code: string, customMessage?: string, details: Record<string, unknown> = {}) {
    super(customMessage ?? code)
    this.name = 'Refusal'
    this.code = code
    this.customMessage = customMessage
    this.details = details
  }
}

/** The outcome is unknown. A repeated request under the same `Idempotency-Key` resumes the operation. */
export class OutcomePending extends Refusal {}

/** A limit that an operation enforces itself; the response has rate limit headers. */
export class TooManyRequests extends Refusal {
  readonly limit: number
  readonly retryAfterSeconds: number

  constructor({ limit, retryAfterSeconds }: { limit: number; retryAfterSeconds: number }) {
    super('TOO_MANY_REQUESTS', undefined, { message: 'Too Many Attempts.', retry_after: retryAfterSeconds })
    this.limit = limit
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Well-formed input that conflicts with stored data; the response is a validation failure (422). */
export class InvalidInput extends Error {
  readonly errors: FieldErrors

  constructor(errors: FieldErrors) {
    super('The given data was invalid.')
    this.name = 'InvalidInput'
    this.errors = errors
  }
}

/** For ids that do not exist or belong to another account: `The selected voice id is invalid.` */
export function invalidSelection(...fields: string[]): InvalidInput {
  return new InvalidInput(
    Object.fromEntries(fields.map((field) => [field, [`The selected ${field.replaceAll('_', ' ')} is invalid.`]])),
  )
}
