// The manifest of billing.
import { totalBalancePoint } from '#server/features/accounts/index.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import type { Feature } from '#server/platform/feature.ts'
import { inTransaction, subscription } from '#server/platform/jobs/subscriptions.ts'
import { disableAlertWebhook, sendBalanceAlert } from './balance-alerts.ts'
import { billingCrons } from './ledger.ts'
import { totalBalanceOf } from './present.ts'
import { billingHandlers } from './routes.ts'
import { selectHeld } from './store.ts'

export const billing = {
  name: 'billing',
  handlers: { billing: billingHandlers },
  crons: billingCrons,
  subscriptions: [
    inTransaction('balance.low', sendBalanceAlert),
    subscription('webhook.gone', 'billing', disableAlertWebhook),
  ],
  extensions: [extend(totalBalancePoint, totalBalanceOf)],
  gauges: {
    help: {
      parley_holds: 'The number of holds.',
      parley_held_usd: 'The sum of all holds in US dollars.',
    },
    async read(db) {
      const { count, micros } = await selectHeld(db)
      return { parley_holds: count, parley_held_usd: micros / 1_000_000 }
    },
  },
} satisfies Feature
