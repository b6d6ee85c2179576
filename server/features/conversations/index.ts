// Conversations: talk in text, whoever carries it.
import './events.ts'

export type { Carried, CarriedFile, Channel, Channels, Delivery, SenderName, Trace } from './channel.ts'
export type { Fault } from './conversation.ts'
export { evaluate } from './evaluate.ts'
export { conversationCrons, conversationJobs } from './jobs.ts'
export { findOrOpenConversation } from './of-customer.ts'
export {
  addCost,
  assignAssistant,
  recordEarlier,
  recordForCustomer,
  recordUnanswered,
  restoreMessage,
  voidMessage,
} from './record-for-customer.ts'
export { reply } from './reply.ts'
export { conversationRoutes } from './routes.ts'
export { findConversationIdentity, findWrittenMessage } from './store-customers.ts'
