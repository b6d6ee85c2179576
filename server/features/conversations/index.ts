// Conversations: talk in text, whoever carries it.
import './events.ts'

export type {
  Channel,
  ChannelDeliveries,
  ChannelFile,
  ChannelSummary,
  Channels,
  Delivery,
  SenderName,
} from './conversation/channel.ts'
export type { Fault } from './conversation/conversation.ts'
export { findOrOpenConversation } from './customers/find-or-open-conversation.ts'
export {
  addCost,
  assignAssistant,
  recordEarlierMessages,
  recordForCustomer,
  recordUnanswered,
  restoreMessage,
  voidMessage,
} from './customers/record-for-customer.ts'
export { findConversationIdentity, findWrittenMessage } from './customers/store-customers.ts'
export { evaluate } from './ending/evaluate.ts'
export { conversationCrons, conversationJobs } from './jobs.ts'
export { reply } from './reply.ts'
export { conversationHandlers } from './routes.ts'
