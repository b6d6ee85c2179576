// Senders: numbers of the chat-app channel, the templates they may send, and the carrier accounts behind them.
export { assignSender } from './assign-sender.ts'
export { carrierAccountFor, findCarrierAccountBySid } from './carrier-account/carrier-account.ts'
export { type CarrierReport, inspectCarriers } from './carrier-account/inspect-carriers.ts'
export { hasCarrierAccounts } from './carrier-account/store-carrier.ts'
export { createSender } from './create-sender.ts'
export { senderCrons, senderJobs, senderSubscriptions } from './jobs.ts'
export { senderHandlers } from './routes.ts'
export { inboundWebhookUrl } from './sender/inbound-webhook.ts'
export { messagesHook, receiptsWebhook as receiptsHook } from './sender/receipts-webhook.ts'
export type { Sender } from './sender/sender.ts'
export { noWebhooks } from './sender/sender-settings.ts'
export {
  findSender,
  findSenderByNumber,
  markLooked,
  type SenderToLook,
  selectSenderIds,
  selectSenderNames,
  selectSenders,
  takeSendersToLook,
} from './sender/store.ts'
export { submitTemplate } from './submit-template.ts'
export { refreshSender, sync } from './sync/sync.ts'
export { requestSync } from './sync/sync-job.ts'
export { findTemplate, selectTemplates } from './templates/store-templates.ts'
export type { Template } from './templates/template.ts'
export { fillTemplate } from './templates/template-variables.ts'
