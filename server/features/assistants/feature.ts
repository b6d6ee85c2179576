// The manifest of assistants.
import { phoneNumbersPoint } from '#server/features/catalogues/index.ts'
import { assistantCountsPoint } from '#server/features/knowledge/index.ts'
import { parseHook } from '#server/features/webhooks/index.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Feature } from '#server/platform/feature.ts'
import { type Subscription, subscription } from '#server/platform/jobs/subscriptions.ts'
import { recordVersion } from './assistant/record-version.ts'
import { countAssistantsOfKnowledgebases, disableWebhook, lockAssistant } from './assistant/store.ts'
import { personalVersions } from './assistant/store-versions.ts'
import { type AssistantWebhook, assistantWebhooks } from './assistant/webhooks.ts'
import { assistantHandlers, folderHandlers, labelHandlers, listNumbersForAssistants, toolHandlers } from './routes.ts'

const assistantSubscriptions: Subscription[] = [
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

export const assistants = {
  name: 'assistants',
  handlers: { assistants: assistantHandlers, folders: folderHandlers, labels: labelHandlers, tools: toolHandlers },
  subscriptions: assistantSubscriptions,
  extensions: [
    extend(phoneNumbersPoint, listNumbersForAssistants),
    extend(assistantCountsPoint, countAssistantsOfKnowledgebases),
  ],
  personalData: [personalVersions],
} satisfies Feature
