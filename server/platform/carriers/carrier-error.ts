// The error that carriers throw: whether something was done, and what a refusal means.
import type { CarrierFault, FailureReason } from '#server/ports/carrier.ts'
import { OutsideError } from '../outside-error.ts'

/** `not_sent`: nothing was done. `outcome_unknown`: the request may have been carried out. */
export type CarrierOutcome = 'not_sent' | 'refused' | 'outcome_unknown'

interface CarrierErrorOptions {
  /** The cause of requests that did not reach the carrier or were not answered, for logs and metrics. */
  code?: string
  /** For refusals. */
  reason?: FailureReason
  /** The carrier's own code, for people and clients. */
  providerCode?: number
  /** The same request can be repeated safely and may then succeed. */
  retryable?: boolean
  cause?: unknown
}

/** Messages contain neither credentials nor contents. */
export class CarrierError extends OutsideError {
  readonly outcome: CarrierOutcome
  /** Null unless the carrier refused the request. */
  readonly reason: FailureReason | null
  readonly providerCode: number | null

  constructor(outcome: CarrierOutcome, message: string, options: CarrierErrorOptions = {}) {
    const reason = outcome === 'refused' ? (options.reason ?? 'other') : null
    super(codeOf(outcome, options), message, { retryable: options.retryable ?? false, cause: options.cause })
    this.name = 'CarrierError'
    this.outcome = outcome
    this.reason = reason
    this.providerCode = options.providerCode ?? null
  }
}

/** The carrier's own code if it has one, except for refused credentials, which all services report in the same way. */
function codeOf(outcome: CarrierOutcome, { code, reason, providerCode }: CarrierErrorOptions): string {
  if (code !== undefined) return code
  if (reason === 'unauthorised' || providerCode === undefined) return reason ?? outcome
  return String(providerCode)
}

export const faultOf = ({ reason, providerCode, message }: CarrierError): CarrierFault => ({
  failureReason: reason,
  errorCode: providerCode,
  errorMessage: message,
})

/** For failures that the carrier did not report. */
export const noReport = { failureReason: null, errorCode: null } as const

/** The carrier works, and refuses this for a reason of its own. */
export const isRejected = ({ failureReason, errorCode }: Pick<CarrierFault, 'failureReason' | 'errorCode'>): boolean =>
  failureReason !== null &&
  failureReason !== 'unauthorised' &&
  failureReason !== 'unsupported' &&
  (failureReason !== 'other' || errorCode !== null)
