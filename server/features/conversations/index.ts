// Conversations: talk in text, whoever carries it.
import './events.ts'

export type { ChannelSummary as Carried, ChannelFile as CarriedFile, Channel, Channels, Delivery, SenderName, ChannelDeliveries as Trace } from './conversation/channel.ts'
export type { Fault } from './conversation/conversation.ts'
export { evaluate } from './ending/evaluate.ts'
export { conversationCrons, conversationJobs } from './jobs.ts'
export { findOrOpenConversation } from './customers/find-or-open-conversation.ts'
export {
  addCost,
  assignAssistant,
  recordEarlierMessages as recordEarlier,
  recordForCustomer,
  recordUnanswered,
  restoreMessage,
  voidMessage,
} from './customers/record-for-customer.ts'
export { reply } from './reply.ts'
export { conversationRoutes } from './routes.ts'
export { findConversationIdentity, findWrittenMessage } from './customers/store-customers.ts'
