// Text conversations, on all channels.
export { chooseModels } from './answer/choose-models.ts'
export { generateAnswer } from './answer/generate-answer.ts'
export { outsideResultsRule } from './answer/prompt.ts'
export { requireToolCall } from './answer/require-tool-call.ts'
export { resolveVariables, selectAcceptedVariables, timeRule, visitorRule } from './answer/template-variables.ts'
export type {
  Channel,
  ChannelDeliveries,
  ChannelFile,
  ChannelPicture,
  ChannelSummary,
  Delivery,
  SenderName,
} from './conversation/channel.ts'
export { isMessageType, messageChannelPoint } from './conversation/channel.ts'
export type { Fault } from './conversation/conversation.ts'
export { sanitizeJson, sanitizeText } from './conversation/sanitize-text.ts'
export { findConversationId } from './conversation/store.ts'
export { selectLatestTexts } from './conversation/store-messages.ts'
export { findOrOpenConversation } from './customers/find-or-open-conversation.ts'
export { recordForCustomer } from './customers/record-for-customer.ts'
export {
  addCost,
  assignAssistant,
  findAgentMessage,
  findConversationIdentity,
  isWrittenByModel,
  recordEarlierMessages,
  recordUnanswered,
  renameCustomer,
  restoreMessage,
  voidMessage,
} from './customers/store-customers.ts'
export { evaluate, extractedFrom, parametersOf } from './ending/evaluate.ts'
export { loadEndedPayload } from './ending/send-ended-webhook.ts'
export { readContentType } from './files/file-type.ts'
export { generateReply, replyInConversation } from './generate-reply.ts'
export { findPromptPassages, passageRule, promptKnowledgebase } from './knowledge/prompt-passages.ts'
export { presentReferral } from './present.ts'
export { reply } from './reply.ts'
export { loadTools } from './tools/load-tools.ts'
export { confirmsOptOut } from './tools/opt-out-tool.ts'
export { findTransferTarget } from './tools/transfer-target.ts'
export { isAllowedOrigin, isOpenToVisitors } from './visitors/visitor.ts'
export {
  admitVisitorCall,
  callAddressOf,
  isOpenToCalls,
  returnVisitorSpend,
  takeVisitorSpend,
  tooExpensive,
} from './visitors/visitor-calls.ts'
