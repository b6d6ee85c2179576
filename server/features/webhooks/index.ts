// Webhooks: telling the addresses that accounts name what has happened, signed, in order, at least once.
export { deliverWebhook, type Webhook } from './deliver-webhook.ts'
export { webhookCrons, webhookJobs } from './jobs.ts'
export { webhookAttempts } from './metrics.ts'
export { webhookHandlers } from './routes.ts'
export { hasSecrets } from './store-secrets.ts'
