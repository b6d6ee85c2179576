// Tells the account of its contacts: of new ones, changes and merges.
import type { EventPayload } from '#contract/events/events.ts'
import { actFor } from '#server/features/accounts/index.ts'
import { deliverWebhook, hookName, parseHook } from '#server/features/webhooks/index.ts'
import type { AccountContext, AppContext, AppTx } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { dateToIsoMicros } from '#server/platform/time/timestamps.ts'
import { presentContact } from '../contact/present-contact.ts'
import { findContact } from '../contact/store-list.ts'
import { deleteContactWebhook, findContactWebhook, saveContactWebhook } from './store-webhooks.ts'

/** Null disables it. Throws `InvalidInput` for a URL that cannot be used. */
export async function setContactWebhook(ctx: AccountContext, url: string | null): Promise<void> {
  if (url === null) return deleteContactWebhook(ctx.db, ctx.account.id)
  const refused = ctx.fetcher.refuses(url)
  if (refused !== undefined) throw new InvalidInput({ webhook_url: [refused] })
  await saveContactWebhook(ctx.db, ctx.account.id, url)
}

const webhookName = 'contacts'
const hookOwner = 'contacts'

type Kind = 'contact.created' | 'contact.updated' | 'contact.merged'

/** For subscriptions. Queues the webhook in the transaction of the change. */
export const sendContactWebhook =
  (kind: Kind) =>
  async (appTx: AppTx, { accountId, contactId, ...more }: EventPayload<Kind>): Promise<void> => {
    const url = await findContactWebhook(appTx.db, accountId)
    const tx = url === undefined ? undefined : await actFor(appTx, accountId)
    const contact = tx && (await findContact(tx.db, accountId, contactId))
    if (!contact || url === undefined) return
    const payload = {
      event: kind.replace('.', '_'),
      contact: presentContact(contact),
      ...('mergedId' in more && { merged_contact_id: more.mergedId }),
      timestamp: dateToIsoMicros(tx.now()),
    }
    const hook = hookName(hookOwner, accountId, webhookName, url)
    await deliverWebhook(tx, { url, kind, subject: `contact:${contactId}`, payload, hook })
  }

/** The receiver has responded with 410. */
export async function disableContactWebhook(
  { db }: AppContext,
  { accountId, hook }: EventPayload<'webhook.gone'>,
): Promise<void> {
  const parsed = parseHook(hook, hookOwner, [webhookName])
  if (parsed) await deleteContactWebhook(db, accountId, parsed.urlSha256)
}
