// Webhooks: signed deliveries of events to URLs of the account, in order and at least once.
import './events.ts'

export { webhookAttempts } from './attempt-delivery.ts'
export { deliverWebhook, type Webhook } from './deliver-webhook.ts'
export { type Hook, hookName, parseHook } from './hooks.ts'
export { webhookCrons, webhookJobs } from './jobs.ts'
export { requestWebhook } from './request-webhook.ts'
export { webhookHandlers } from './routes.ts'
export { deleteDeliveriesAbout, selectLatestResponses, type WebhookResponse } from './store.ts'
export { hasSecrets } from './store-secrets.ts'
