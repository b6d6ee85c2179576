// The manifest of widgets: how they look on websites, and whether they work there.
import type { Feature } from '#server/platform/feature.ts'
import { inTransaction } from '#server/platform/jobs/subscriptions.ts'
import { widgetHandlers } from './routes.ts'
import { deleteWidget } from './store-widgets.ts'
import { pictureCallbacks } from './widget.ts'

export const widgets = {
  name: 'widgets',
  handlers: { widgets: widgetHandlers },
  callbacks: pictureCallbacks,
  subscriptions: [
    inTransaction('assistant.changed', async ({ db }, { accountId, assistantId, change }) => {
      if (change === 'deleted') await deleteWidget(db, { accountId, assistantId })
    }),
  ],
} satisfies Feature
