// Deletes recordings, transcripts and persons of ended calls.
import { deleteDeliveriesAbout } from '#server/features/webhooks/index.ts'
import type { AccountContext, AppTx } from '#server/platform/context/context.ts'
import { extensionOf, extensionPoint } from '#server/platform/context/extension-point.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { deleteWordsOfCalls } from '#server/platform/live-events/store.ts'
import type { CountErased } from '#server/platform/personal-data.ts'
import { recordingKeyOf } from '../recording/serve-recording.ts'
import { deleteWords, erasePersons, forgetRecordings } from './store-erasure.ts'

export interface EndedCall {
  id: number
  uuid: string
}

/** The file is deleted before the call forgets it, so that a crash leaves no file that nothing names. */
export async function deleteRecordings(ctx: AccountContext, calls: readonly EndedCall[]): Promise<void> {
  await removeFiles(ctx, calls)
  await forgetRecordings(ctx.db, ctx.account.id, idsOf(calls))
}

async function removeFiles({ files, account }: AccountContext, calls: readonly EndedCall[]): Promise<void> {
  for (const { uuid } of calls) await files.remove(recordingKeyOf({ accountId: account.id, id: uuid }))
}

export const deleteTranscripts = (ctx: AccountContext, calls: readonly EndedCall[]): Promise<void> =>
  transaction(ctx, (tx) => deleteSpoken(tx, ctx.account.id, idsOf(calls)))

type DeleteCopies = (db: DbTransaction, accountId: number, callIds: readonly number[]) => Promise<void>

/** What other features have copied from the words of calls is deleted with them. */
export const copiedWordsPoint = extensionPoint<DeleteCopies>('calls.copied-words', async () => {})

/** Also those that clients could read again from the event stream. */
export async function deleteSpoken(tx: AppTx, accountId: number, callIds: readonly number[]): Promise<void> {
  await deleteWordsOfCalls(tx.db, accountId, callIds)
  await deleteWords(tx.db, accountId, callIds)
  await extensionOf(tx, copiedWordsPoint)(tx.db, accountId, callIds)
}

/** Also deletes recordings, transcripts and webhook deliveries. */
export async function erasePersonsOf(
  ctx: AccountContext,
  calls: readonly EndedCall[],
  count: CountErased,
): Promise<void> {
  await removeFiles(ctx, calls)
  await transaction(ctx, async (tx) => {
    const { db, account } = tx
    const recordings = await forgetRecordings(db, account.id, idsOf(calls))
    await deleteSpoken(tx, account.id, idsOf(calls))
    let deliveries = 0
    for (const { uuid } of calls) deliveries += await deleteDeliveriesAbout(db, account.id, uuid)
    await count(db, 'calls', await erasePersons(db, account.id, idsOf(calls)))
    await count(db, 'recordings', recordings)
    await count(db, 'webhook_deliveries', deliveries)
  })
}

const idsOf = (calls: readonly EndedCall[]): number[] => calls.map(({ id }) => id)
