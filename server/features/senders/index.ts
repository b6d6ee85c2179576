// Senders: numbers of the chat-app channel, the templates they may send, and the carrier accounts behind them.
export { assignSender } from './assign-sender.ts'
export { carrierAccountFor, findCarrierAccountBySid } from './carrier-account.ts'
export { createSender } from './create-sender.ts'
export { inboundWebhookUrl } from './inbound-webhook.ts'
export { type CarrierReport, inspectCarriers } from './inspect-carriers.ts'
export { senderCrons, senderJobs, senderSubscriptions } from './jobs.ts'
export { messagesHook, receiptsHook } from './receipts-hook.ts'
export { senderRoutes } from './routes.ts'
export type { Sender } from './sender.ts'
export { noWebhooks } from './sender-settings.ts'
export {
  findSender,
  findSenderByNumber,
  markLooked,
  type SenderToLook,
  selectSenderIds,
  selectSenderNames,
  selectSenders,
  takeSendersToLook,
} from './store.ts'
export { hasCarrierAccounts } from './store-carrier.ts'
export { findTemplate, selectTemplates } from './store-templates.ts'
export { submitTemplate } from './submit-template.ts'
export { refreshSender, sync } from './sync.ts'
export { requestSync } from './sync-job.ts'
export type { Template } from './template.ts'
export { fillTemplate } from './template-variables.ts'
