// Converts the errors of operations into failures of steps, with their classification.
import { calls } from '#contract/calls/calls.ts'
import { campaigns } from '#contract/campaigns/campaigns.ts'
import { leads } from '#contract/campaigns/leads.ts'
import { conversations } from '#contract/conversations/conversations.ts'
import { knowledge } from '#contract/knowledge/knowledge.ts'
import { messages } from '#contract/messages/messages.ts'
import { sms } from '#contract/messages/sms.ts'
import { unreadableSecret } from '#contract/wire/envelopes.ts'
import { CarrierRefusal } from '#server/features/carrier-accounts/index.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { InvalidInput, OutcomePending, Refusal } from '#server/platform/refusal.ts'
import { summarizeErrors } from '#server/platform/validation/validate.ts'
import type { FailureReason } from '#server/ports/carrier.ts'
import { ConnectionFault } from '../connections/connection.ts'
import { type FailureClass, StepFailure, wiringError } from './step-type.ts'

/** For refusals without a message of their own. */
const refusals = {
  ...campaigns.updateStatus.refusals,
  ...leads.update.refusals,
  ...knowledge.search.refusals,
  ...calls.make.refusals,
  ...sms.send.refusals,
  ...messages.sendTemplate.refusals,
  ...messages.sendFreeform.refusals,
  ...conversations.sendMessage.refusals,
  ...conversations.generateReply.refusals,
  TOO_MANY_REQUESTS: { message: 'Too Many Attempts.' },
} as Record<string, { message: string }>

/** The reason can pass: a limit, the balance, the status of a sender, a failure of the carrier or of a model. */
const retryableCodes: ReadonlySet<string> = new Set([
  'CALLING_LIMIT_REACHED',
  'INSUFFICIENT_BALANCE',
  'MESSAGE_FAILED',
  'MESSAGING_LIMIT_UNAVAILABLE',
  'SENDER_OFFLINE',
  'TOO_MANY_REQUESTS',
  'UNKNOWN_ERROR',
])

/** Returns undefined for an error that no operation expects. */
export function failureOf(error: unknown): StepFailure | undefined {
  if (error instanceof StepFailure) return error
  if (error instanceof ConnectionFault)
    return new StepFailure(error.message, { classification: 'missing_connection', isRetryable: error.isRetryable })
  if (error instanceof InvalidInput) return failureOfInput(error)
  if (error instanceof Refusal) return failureOfRefusal(error)
  if (error instanceof OutsideError) return failureOfService(error)
  return undefined
}

function failureOfInput({ errors, isMissingRecord }: InvalidInput): StepFailure {
  const classification = isMissingRecord ? 'missing_record' : 'wiring_error'
  return new StepFailure(summarizeErrors(errors), { classification })
}

function failureOfRefusal(refusal: Refusal): StepFailure {
  const { code, ownMessage } = refusal
  const message = ownMessage ?? refusals[code]?.message ?? `The step was refused: ${code}.`
  if (refusal instanceof OutcomePending) {
    const effect = { isRetryable: true, isInDoubt: true }
    return wiringError(`It may already have been sent. ${message}`, effect)
  }
  const reason = refusal instanceof CarrierRefusal ? refusal.reason : undefined
  const isRetryable = reason === undefined ? retryableCodes.has(code) : reason === 'overloaded'
  return new StepFailure(message, { classification: classOf(code, reason), isRetryable })
}

function classOf(code: string, reason: FailureReason | undefined): FailureClass {
  if (code.endsWith('_NOT_FOUND')) return 'missing_record'
  const isOfAccount = reason === 'unauthorised' || reason === 'account_restricted'
  return code === unreadableSecret.code || isOfAccount ? 'missing_connection' : 'wiring_error'
}

function failureOfService({ code, message, retryable }: OutsideError): StepFailure {
  const classification = code === 'unauthorised' ? 'missing_connection' : 'wiring_error'
  return new StepFailure(message, { classification, isRetryable: retryable })
}
