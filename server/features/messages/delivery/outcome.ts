// Classifies a failed request to the carrier, and creates the refusal for the client.
import { OutsideError } from '#server/platform/outside-error.ts'
import { OutcomePending, Refusal } from '#server/platform/refusal.ts'
import type { CarrierFault, Message } from '../message/message.ts'

/** `refused`: the message was certainly not sent. `unknown`: it may have been sent. */
export type Failure =
  | { outcome: 'refused'; refusal: Refusal; errorCode: number | null; errorMessage: string }
  | { outcome: 'unknown'; errorMessage: string }

/** Error codes of the carrier for which the API has a code of its own. Their messages are in the contract. */
const apiCodes: Readonly<Record<number, string>> = {
  21211: 'INVALID_PHONE',
  21655: 'TEMPLATE_NOT_SYNCED',
  21656: 'TEMPLATE_MISMATCH',
}

/** Throws anything that is not an `OutsideError`. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof OutsideError)) throw error
  const { message } = error
  const code = error.code === 'unauthorised' ? '20003' : error.code
  const isNumber = /^\d+$/.test(code)
  const isRefusal = error.retryable || isNumber || code.startsWith('http_4')
  if (!isRefusal) return { outcome: 'unknown', errorMessage: message }
  const fault = { errorCode: isNumber ? Number(code) : null, errorMessage: message }
  return { outcome: 'refused', refusal: refusalOf(fault), ...fault }
}

/** The refusal for a message that was not sent because of this failure. */
export function refusalOf({ errorCode, errorMessage }: CarrierFault): Refusal {
  const message = errorMessage ?? 'The message was not sent.'
  if (errorCode === null)
    return new Refusal('UNKNOWN_ERROR', `${message} Nothing was sent and nothing is charged.`, { outcome: 'not_sent' })
  const apiCode = apiCodes[errorCode]
  return apiCode ? new Refusal(apiCode) : new Refusal(`PROVIDER_ERROR_${errorCode}`, message)
}

type Ids = Pick<Message, 'id' | 'conversationId' | 'conversationMessageId'>

/** Contains the ids with which the client can find the outcome in the history and in status webhooks. */
export const outcomeUnknown = ({ id, conversationId, conversationMessageId }: Ids): Refusal =>
  new OutcomePending(
    'UNKNOWN_ERROR',
    'It is not known yet whether the message was sent. Do not send it again: it is being looked for, and it is charged only if it was sent.',
    { outcome: 'unknown', conversation_id: conversationId, message_id: conversationMessageId, whatsapp_message_id: id },
  )
