// Disables webhooks of assistants whose receivers responded with 410.
import { parseHook } from '#server/features/webhooks/index.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { type Subscription, subscription } from '#server/platform/jobs/subscriptions.ts'
import { recordVersion } from './assistant/record-version.ts'
import { disableWebhook, lockAssistant } from './assistant/store.ts'
import { type AssistantWebhook, assistantWebhooks } from './assistant/webhooks.ts'

export const assistantSubscriptions: Subscription[] = [
  subscription('webhook.gone', 'assistants', async (ctx, { accountId, hook }) => {
    const parsed = parseHook(hook, 'assistant', Object.keys(assistantWebhooks) as AssistantWebhook[])
    if (!parsed) return
    await transaction(ctx, async ({ db }) => {
      const before = await lockAssistant(db, accountId, parsed.id)
      if (!before || !(await disableWebhook(db, accountId, parsed))) return
      await recordVersion({ db }, before, { ...before, [assistantWebhooks[parsed.webhook].active]: false })
    })
  }),
]
