// Senders: numbers that send chat-app messages or SMS, their templates and their carrier accounts.
export { assignSender } from './assign-sender.ts'
export { type CarrierReport, inspectCarriers } from './carrier-account/inspect-carriers.ts'
export { createSender } from './change-sender.ts'
export { messagesHook, receiptsHook, type Sender } from './sender/sender.ts'
export { noWebhooks } from './sender/sender-settings.ts'
export {
  claimSendersToPoll,
  findChatappSender,
  findSender,
  findSenderByNumber,
  markPolled,
  type SenderToPoll,
  selectSenderIds,
  selectSenderNames,
  selectSenders,
} from './sender/store.ts'
export { findSmsSender } from './sender/store-sms.ts'
export { submitTemplate } from './submit-template.ts'
export { refreshSender, requestSync, sync } from './sync/sync.ts'
export { findTemplate, hasTemplate, selectTemplates } from './templates/store-templates.ts'
export type { Template } from './templates/template.ts'
export { fillTemplate } from './templates/template-variables.ts'
