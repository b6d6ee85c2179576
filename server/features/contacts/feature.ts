// The manifest of contacts.
import { separableDays } from '#contract/contacts/contacts.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { Feature } from '#server/platform/feature.ts'
import { inTransaction, subscription } from '#server/platform/jobs/subscriptions.ts'
import { forgetMerges } from './merging/store-merges.ts'
import { contactHandlers } from './routes.ts'
import { personalData } from './store-personal-data.ts'
import { disableContactWebhook, sendContactWebhook } from './webhook/send-contact-webhook.ts'

const batchSize = 1000

async function forgetOldMerges({ db }: AppContext): Promise<void> {
  while ((await forgetMerges(db, { olderThanDays: separableDays, limit: batchSize })) === batchSize);
}

export const contacts = {
  name: 'contacts',
  handlers: { contacts: contactHandlers },
  crons: [{ name: 'contacts.forget-merges', match: '23 3 * * *', run: forgetOldMerges }],
  subscriptions: [
    inTransaction('contact.created', sendContactWebhook('contact.created')),
    inTransaction('contact.updated', sendContactWebhook('contact.updated')),
    inTransaction('contact.merged', sendContactWebhook('contact.merged')),
    subscription('webhook.gone', 'contacts', disableContactWebhook),
  ],
  personalData,
} satisfies Feature
