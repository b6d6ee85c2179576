// The error that carriers throw: whether something was done, and what a refusal means.
import type { FailureReason } from '#server/ports/carrier.ts'
import { OutsideError } from '../outside-error.ts'

/** `not_sent`: nothing was done. `outcome_unknown`: the request may have been carried out. */
export type CarrierOutcome = 'not_sent' | 'refused' | 'outcome_unknown'

interface CarrierErrorOptions {
  /** The cause of requests that did not reach the carrier or were not answered, for logs and metrics. */
  code?: string
  /** For refusals. */
  reason?: FailureReason
  /** The carrier's own code, for people. */
  providerCode?: number
  /** The same request can be repeated safely and may then succeed. */
  retryable?: boolean
  cause?: unknown
}

/** The code of the error is the carrier's own if it has one. Messages contain neither credentials nor contents. */
export class CarrierError extends OutsideError {
  readonly outcome: CarrierOutcome
  /** Null unless the carrier refused the request. */
  readonly reason: FailureReason | null
  readonly providerCode: number | null

  constructor(outcome: CarrierOutcome, message: string, options: CarrierErrorOptions = {}) {
    const { code, reason, providerCode, retryable = false, cause } = options
    super(code ?? (providerCode === undefined ? (reason ?? outcome) : String(providerCode)), message, {
      retryable,
      cause,
    })
    this.name = 'CarrierError'
    this.outcome = outcome
    this.reason = outcome === 'refused' ? (reason ?? 'other') : null
    this.providerCode = providerCode ?? null
  }
}
