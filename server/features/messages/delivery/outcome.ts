// What a failed exchange with the carrier means for the message.
import { OutsideError } from '#server/platform/outside-error.ts'
import { OutcomePending, Refusal } from '#server/platform/refusal.ts'
import type { CarrierFault, Message } from '../message/message.ts'

/** `refused`: it was certainly not sent. `unknown`: it may have been. */
export type Failure =
  | { outcome: 'refused'; refusal: Refusal; errorCode: number | null; errorMessage: string }
  | { outcome: 'unknown'; errorMessage: string }

/** Codes for which the interface has a word of its own. */
const words: Readonly<Record<number, string>> = {
  21211: 'INVALID_PHONE',
  21655: 'TEMPLATE_NOT_SYNCED',
  21656: 'TEMPLATE_MISMATCH',
}

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

/** What is answered when the message was not sent for this reason. */
export function refusalOf({ errorCode, errorMessage }: CarrierFault): Refusal {
  const sentence = errorMessage ?? 'The message was not sent.'
  if (errorCode === null) return unsent(sentence)
  const word = words[errorCode]
  // What has a word of its own has its sentence in the contract.
  return word ? new Refusal(word) : new Refusal(`PROVIDER_ERROR_${errorCode}`, sentence)
}

const unsent = (message: string): Refusal =>
  new Refusal('UNKNOWN_ERROR', `${message} Nothing was sent and nothing is charged.`, { outcome: 'not_sent' })

type Ids = Pick<Message, 'id' | 'conversationId' | 'conversationMessageId'>

/** With the ids by which its history and its receipts tell what became of it. */
export const outcomeUnknown = ({ id, conversationId, conversationMessageId }: Ids): Refusal =>
  new OutcomePending(
    'UNKNOWN_ERROR',
    'It is not known yet whether the message was sent. Do not send it again: it is being looked for, and it is charged only if it was sent.',
    {
      outcome: 'unknown',
      conversation_id: conversationId,
      message_id: conversationMessageId,
      whatsapp_message_id: id,
    },
  )
