// Bringing an account's senders and templates up to what the carrier says now.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { selectNow } from '#server/platform/database/app-clock.ts'
import { carrierAccountFor } from '../carrier-account/carrier-account.ts'
import { carrierUpdate, removedUpdate, type Sender } from '../sender/sender.ts'
import { findSender, selectSenders, updateFromCarrier } from '../sender/store.ts'
import { fillWebhooks } from '../set-webhook.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { takeSnapshot } from './snapshot.ts'

/** Returns how many templates the senders have. Throws `OutsideError`. */
export async function sync(ctx: AccountContext): Promise<number> {
  if ((await selectSenders(ctx.db, ctx.account.id)).length === 0) return 0
  const snapshot = await takeSnapshot(ctx)
  const synced = await transaction(ctx, (tx) => applySnapshot(tx, snapshot))
  const senders = await selectSenders(ctx.db, ctx.account.id)
  await fillWebhooks(
    ctx,
    senders.filter(({ carrierAccountSid }) => carrierAccountSid === snapshot.carrierAccountSid),
  )
  return synced
}

/** The sender as the carrier sees it now, without its templates. Throws `OutsideError`. */
export async function refreshSender(ctx: AccountContext, sender: Sender): Promise<Sender> {
  const account = await carrierAccountFor(ctx)
  const askedAt = await selectNow(ctx.db)
  const known = (await ctx.carrier.listSenders(account)).find(({ phoneNumber }) => phoneNumber === sender.phoneNumber)
  const isHere = known && sender.carrierAccountSid === account.accountSid
  await updateFromCarrier(ctx.db, ctx.account.id, {
    id: sender.id,
    news: isHere ? carrierUpdate(known) : removedUpdate,
    askedAt,
  })
  return (await findSender(ctx.db, ctx.account.id, sender.id)) ?? sender
}
