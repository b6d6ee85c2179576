// The refusals that several endpoints of conversations have.
import { uuidParam } from '../wire/fields.ts'

export const notFound = { CONVERSATION_NOT_FOUND: { status: 404, message: 'Conversation not found' } }
export const noAssistant = { ASSISTANT_NOT_FOUND: { status: 404, message: 'Assistant not found' } }
export const tooManyRequests = { TOO_MANY_REQUESTS: { status: 429, message: 'Too Many Attempts.' } }

/** The message includes the reason if the request has a token of the account. */
export const failed = {
  MESSAGE_FAILED: { status: 400, message: 'Failed to process message: The assistant has no answer at the moment.' },
}

export const ofConversation = {
  params: uuidParam,
  notFoundCode: { uuid: 'CONVERSATION_NOT_FOUND' },
  refusals: notFound,
}
