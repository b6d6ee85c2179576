// Disables webhooks of assistants whose receivers responded with 410.
import { parseHook } from '#server/features/webhooks/index.ts'
import { type Subscription, subscription } from '#server/platform/jobs/subscriptions.ts'
import { disableWebhook } from './assistant/store.ts'
import { type AssistantWebhook, assistantWebhooks } from './assistant/webhooks.ts'

export const assistantSubscriptions: Subscription[] = [
  subscription('webhook.gone', 'assistants', async ({ db }, { accountId, hook }) => {
    const parsed = parseHook(hook, 'assistant', Object.keys(assistantWebhooks) as AssistantWebhook[])
    if (parsed) await disableWebhook(db, accountId, parsed)
  }),
]
