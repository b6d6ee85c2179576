// Synchronizes an account's senders and templates with the carrier, now or in a job.
import { carrierAccountFor } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext, AppTx, Tx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { selectNow } from '#server/platform/database/app-clock.ts'
import type { Sender } from '../sender/sender.ts'
import { findSender, selectSenders, updateState } from '../sender/store.ts'
import { setMissingWebhooks } from '../set-webhook.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { stateIn, takeSnapshot } from './snapshot.ts'

/** Returns the number of templates found. Throws `OutsideError`. */
export async function sync(ctx: AccountContext): Promise<number> {
  if ((await selectSenders(ctx.db, ctx.account.id)).length === 0) return 0
  const snapshot = await takeSnapshot(ctx)
  const synced = await transaction(ctx, (tx) => applySnapshot(tx, snapshot))
  const senders = await selectSenders(ctx.db, ctx.account.id)
  await setMissingWebhooks(
    ctx,
    senders.filter(({ carrierAccountId }) => carrierAccountId === snapshot.carrierAccountId),
  )
  return synced
}

/** Updates one sender, without its templates. Throws `OutsideError`. */
export async function refreshSender(ctx: AccountContext, sender: Sender): Promise<Sender> {
  const account = await carrierAccountFor(ctx)
  const askedAt = await selectNow(ctx.db)
  const snapshot = {
    carrierAccountId: account.externalId,
    senders: await ctx.carriers.of(account).messages.listSenders(account),
  }
  await updateState(ctx.db, ctx.account.id, { id: sender.id, state: stateIn(snapshot, sender), askedAt })
  return (await findSender(ctx.db, ctx.account.id, sender.id)) ?? sender
}

export interface SyncRef {
  accountId: number
}

/** Few attempts suffice, because every account is synchronized every four hours. */
export const syncJob: JobSpec<SyncRef> = { name: 'senders.sync', maxAttempts: 5, waitsOutside: true }

/** A waiting job keeps its time if `runAt` is given. */
export function addSyncJob(tx: AppTx, { accountId, runAt }: SyncRef & { runAt?: Date }): Promise<void> {
  const key = `senders.sync:${accountId}`
  return tx.addJob(syncJob, { accountId }, runAt ? { key, runAt, keepRunAt: true } : { key })
}

/** Synchronizes the account soon, because something has changed at the carrier. */
export const requestSync = (tx: Tx): Promise<void> => addSyncJob(tx, { accountId: tx.account.id })
