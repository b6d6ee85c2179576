// What assistants hear of: receivers of their webhooks that want no more.
import { statementTime } from '#server/platform/time/database-time.ts'
import { type Subscription, subscription } from '#server/platform/events/subscriptions.ts'
import { switchWebhookOff } from './store.ts'
import { readHook } from './webhooks.ts'

export const assistantSubscriptions: Subscription[] = [
  subscription('webhook.gone', 'assistants', async ({ db, now }, { accountId, hook }) => {
    const gone = readHook(hook)
    if (gone) await switchWebhookOff(db, accountId, { ...gone, now: statementTime({ now }) })
  }),
]
