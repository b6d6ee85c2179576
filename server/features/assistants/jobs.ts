// What assistants hear of: receivers of their webhooks that want no more.
import { type Subscription, subscription } from '#server/platform/jobs/subscriptions.ts'
import { switchWebhookOff } from './assistant/store.ts'
import { readHook } from './assistant/webhooks.ts'

export const assistantSubscriptions: Subscription[] = [
  subscription('webhook.gone', 'assistants', async ({ db }, { accountId, hook }) => {
    const gone = readHook(hook)
    if (gone) await switchWebhookOff(db, accountId, gone)
  }),
]
