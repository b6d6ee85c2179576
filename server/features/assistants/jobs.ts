// Disables webhooks of assistants whose receivers responded with 410.
import { type Subscription, subscription } from '#server/platform/jobs/subscriptions.ts'
import { disableWebhook } from './assistant/store.ts'
import { parseAssistantHook } from './assistant/webhooks.ts'

export const assistantSubscriptions: Subscription[] = [
  subscription('webhook.gone', 'assistants', async ({ db }, { accountId, hook }) => {
    const assistantHook = parseAssistantHook(hook)
    if (assistantHook) await disableWebhook(db, accountId, assistantHook)
  }),
]
