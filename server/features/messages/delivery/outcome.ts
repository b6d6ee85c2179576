// Classifies a failed request to the carrier, and creates the refusal for the client.
import { optedOutCode } from '#contract/messages/messages.ts'
import { CarrierRefusal } from '#server/features/carrier-accounts/index.ts'
import { CarrierError, faultOf } from '#server/platform/carriers/carrier-error.ts'
import { OutcomePending, Refusal } from '#server/platform/refusal.ts'
import type { CarrierFault, FailureReason } from '#server/ports/carrier.ts'
import type { Message } from '../message/message.ts'

/** `refused`: the message was certainly not sent. `unknown`: it may have been sent. */
export type Failure =
  | { outcome: 'refused'; refusal: Refusal; fault: CarrierFault }
  | { outcome: 'unknown'; errorMessage: string }

/** Reasons for which the API has a code of its own. Their messages are in the contract. */
const apiCodes: Partial<Readonly<Record<FailureReason, string>>> = {
  malformed_number: 'INVALID_PHONE',
  unknown_template: 'TEMPLATE_NOT_SYNCED',
  wrong_variables: 'TEMPLATE_MISMATCH',
}

/** Throws anything that is not a `CarrierError`. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof CarrierError)) throw error
  if (error.outcome === 'outcome_unknown') return { outcome: 'unknown', errorMessage: error.message }
  const fault = faultOf(error)
  return { outcome: 'refused', refusal: refusalOf(fault), fault }
}

/** The refusal for a message that was not sent because of this failure. */
export function refusalOf({ failureReason, errorCode, errorMessage }: CarrierFault): Refusal {
  const message = errorMessage ?? 'The message was not sent.'
  const apiCode = failureReason === null ? undefined : apiCodes[failureReason]
  if (apiCode) return new Refusal(apiCode)
  if (errorCode !== null) return new CarrierRefusal(`PROVIDER_ERROR_${errorCode}`, message, failureReason ?? 'other')
  if (failureReason === 'opted_out') return new CarrierRefusal(optedOutCode, message, failureReason)
  const sentence = `${message} Nothing was sent and nothing is charged.`
  if (failureReason === null) return new Refusal('UNKNOWN_ERROR', sentence, { outcome: 'not_sent' })
  return new CarrierRefusal('UNKNOWN_ERROR', sentence, failureReason, { outcome: 'not_sent' })
}

type Ids = Pick<Message, 'id' | 'conversationId' | 'conversationMessageId'>

/** Contains the ids with which the client can find the outcome in the history and in status webhooks. */
export const outcomeUnknown = ({ id, conversationId, conversationMessageId }: Ids): Refusal =>
  new OutcomePending(
    'UNKNOWN_ERROR',
    'It is not known yet whether the message was sent. Do not send it again: it is being looked for, and it is charged only if it was sent.',
    { outcome: 'unknown', conversation_id: conversationId, message_id: conversationMessageId, whatsapp_message_id: id },
  )
