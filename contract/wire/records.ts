// What endpoints of one record share: the id in the path, and the refusal if there is no such record.
import { assistantIdParam, idParam, uuidParam } from './fields.ts'

export const notFound = (code: string, message: string) => ({ [code]: { status: 404, message } })

/** An account, or a record, has as many of these records as it may have. */
export const full = (code: string, max: number, records: string) => ({
  [code]: { status: 409, message: `There can be at most ${max} ${records}.` },
})

/** A malformed id is answered like that of a missing record. */
export const ofRecord = (code: string, message: string) => ({
  params: idParam,
  notFoundCode: { id: code },
  refusals: notFound(code, message),
})

export const noAssistant = notFound('ASSISTANT_NOT_FOUND', 'Assistant not found')
export const ofAssistant = {
  params: assistantIdParam,
  notFoundCode: { id: 'ASSISTANT_NOT_FOUND' },
  refusals: noAssistant,
}

export const noConversation = notFound('CONVERSATION_NOT_FOUND', 'Conversation not found')
export const ofConversation = {
  params: uuidParam,
  notFoundCode: { uuid: 'CONVERSATION_NOT_FOUND' },
  refusals: noConversation,
}

export const tooManyRequests = { TOO_MANY_REQUESTS: { status: 429, message: 'Too Many Attempts.' } }
