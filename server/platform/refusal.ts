// The two ways of saying no that callers expect: a named refusal, and fields that do not fit.
import type { FieldErrors } from './validation/validate.ts'

/**
 * A refusal that the endpoint's contract declares: its table gives the status and, unless one is brought along,
 * the sentence; `details` stand beside in the body.
 */
export class Refusal extends Error {
  readonly code: string
  readonly sentence: string | undefined
  readonly details: Record<string, unknown>

  constructor(code: string, sentence?: string, details: Record<string, unknown> = {}) {
    super(sentence ?? code)
    this.name = 'Refusal'
    this.code = code
    this.sentence = sentence
    this.details = details
  }
}

/** The end of it is not known yet: under its `Idempotency-Key` the request is taken up again, not answered from memory. */
export class OutcomePending extends Refusal {}

/** A limit that a verb counts itself; answered with the headers of limits. */
export class TooManyRequests extends Refusal {
  readonly limit: number
  readonly retryAfterSeconds: number

  constructor({ limit, retryAfterSeconds }: { limit: number; retryAfterSeconds: number }) {
    super('TOO_MANY_REQUESTS', undefined, { message: 'Too Many Attempts.', retry_after: retryAfterSeconds })
    this.limit = limit
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Input that is well formed but does not fit what is stored: answered as a validation failure (422). */
export class InvalidInput extends Error {
  readonly errors: FieldErrors

  constructor(errors: FieldErrors) {
    super('The given data was invalid.')
    this.name = 'InvalidInput'
    this.errors = errors
  }
}

/** `The selected voice id is invalid.`: an id that is not the caller's, or names nothing. */
export function invalidSelection(...fields: string[]): InvalidInput {
  return new InvalidInput(
    Object.fromEntries(fields.map((field) => [field, [`The selected ${field.replaceAll('_', ' ')} is invalid.`]])),
  )
}
