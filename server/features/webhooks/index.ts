// Webhooks: signed deliveries of events to URLs of the account, in order and at least once.
export { webhookAttempts } from './attempt-delivery.ts'
export { deliverWebhook, type Webhook } from './deliver-webhook.ts'
export { webhookCrons, webhookJobs } from './jobs.ts'
export { webhookHandlers } from './routes.ts'
export { hasSecrets } from './store-secrets.ts'
