// The manifest of webhooks.
import type { Feature } from '#server/platform/feature.ts'
import { webhookAttempts } from './attempt-delivery.ts'
import { eraseDeliveries } from './erase-deliveries.ts'
import { exportDeliveries } from './export-deliveries.ts'
import { keptDays, webhookCrons, webhookJobs } from './jobs.ts'
import { webhookHandlers } from './routes.ts'
import { deleteDeliveriesBefore, inspectDeliveries } from './store-retention.ts'

export const webhooks = {
  name: 'webhooks',
  handlers: { webhooks: webhookHandlers },
  jobs: webhookJobs,
  crons: webhookCrons,
  counters: [webhookAttempts],
  personalData: {
    tables: ['webhook_deliveries', 'webhook_attempts'],
    erase: eraseDeliveries,
    exportParts: exportDeliveries,
    retained: [
      {
        kind: 'webhook_deliveries',
        maximumDays: () => keptDays,
        deleteOlder: ({ db }, records) => deleteDeliveriesBefore(db, records),
        inspect: inspectDeliveries,
      },
    ],
  },
} satisfies Feature
