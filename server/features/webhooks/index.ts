// Webhooks: signed deliveries of events to URLs of the account, in order and at least once.
export { deliverWebhook, type Hook, hookName, parseHook, type Webhook } from './deliver-webhook.ts'
export { requestWebhook } from './request-webhook.ts'
export { bodySignature } from './signature.ts'
export { deleteDeliveriesAbout, hasPendingDeliveries, selectLatestResponses, type WebhookResponse } from './store.ts'
export { hasSecrets } from './store-secrets.ts'
