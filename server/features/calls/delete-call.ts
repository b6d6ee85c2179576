// Deletes a call with everything that was said in it. The ledger keeps what it cost.
import { deleteDeliveriesAbout } from '#server/features/webhooks/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { deleteWordsOfCalls } from '#server/platform/live-events/store.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { deleteCallRow, hasOpenTransfer } from './call/store.ts'
import { getCall } from './list-calls.ts'

/** Deletes the file of a recording whose call has been deleted. */
export const eraseJob: JobSpec<{ key: string }> = { name: 'calls.erase-recording', waitsOutside: true }

/** Refuses with `CALL_NOT_FOUND` and `CALL_IN_PROGRESS`. */
export async function deleteCall(ctx: AccountContext, id: number): Promise<void> {
  const { endedAt, assistantId } = await getCall(ctx, id)
  if (endedAt === null || (await hasOpenTransfer(ctx.db, ctx.account.id, id))) throw new Refusal('CALL_IN_PROGRESS')
  await transaction(ctx, async (tx) => {
    const deleted = orRefuse(await deleteCallRow(tx.db, tx.account.id, id), 'CALL_NOT_FOUND')
    await deleteDeliveriesAbout(tx.db, tx.account.id, deleted.uuid)
    await tx.emit('call.deleted', { accountId: tx.account.id, callId: id, assistantId })
    await deleteWordsOfCalls(tx.db, tx.account.id, [id])
    if (deleted.recordingKey !== null) await tx.addJob(eraseJob, { key: deleted.recordingKey })
  })
}

export const eraseRecording = ({ files }: AppContext, { key }: { key: string }): Promise<void> => files.remove(key)
