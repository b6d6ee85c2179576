// Deletes old recordings, transcripts and persons of calls.
import { deleteDeliveriesAbout } from '#server/features/webhooks/index.ts'
import type { AppContext, AppTx } from '#server/platform/context/context.ts'
import { extensionOf, extensionPoint } from '#server/platform/context/extension-point.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { deleteWordsOfCalls } from '#server/platform/live-events/store.ts'
import type { Retained } from '#server/platform/personal-data.ts'
import { recordingKeyOf } from '../recording/serve-recording.ts'
import {
  type CallPart,
  deleteWords,
  type EndedCall,
  erasePersons,
  forgetRecordings,
  inspectCalls,
  selectOldCalls,
} from './store-retention.ts'

interface EndedCalls {
  accountId: number
  calls: readonly EndedCall[]
}

/** The file is deleted before the call forgets it, so that a crash leaves no file that nothing names. */
export async function deleteRecordings({ db, files }: AppContext, { accountId, calls }: EndedCalls): Promise<number> {
  for (const { uuid } of calls) await files.remove(recordingKeyOf({ accountId, id: uuid }))
  return forgetRecordings(db, accountId, idsOf(calls))
}

const deleteTranscripts = (context: AppContext, { accountId, calls }: EndedCalls): Promise<number> =>
  transaction(context, (tx) => deleteSpoken(tx, accountId, idsOf(calls)))

type DeleteCopies = (db: DbTransaction, accountId: number, callIds: readonly number[]) => Promise<void>

/** What other features have copied from the words of calls is deleted with them. */
export const copiedWordsPoint = extensionPoint<DeleteCopies>('calls.copied-words', async () => {})

/** Also those that clients could read again from the event stream. */
export async function deleteSpoken(tx: AppTx, accountId: number, callIds: readonly number[]): Promise<number> {
  await deleteWordsOfCalls(tx.db, accountId, callIds)
  const deleted = await deleteWords(tx.db, accountId, callIds)
  await extensionOf(tx, copiedWordsPoint)(tx.db, accountId, callIds)
  return deleted
}

type CountErased = (
  tx: DbTransaction,
  erased: { calls: number; recordings: number; deliveries: number },
) => Promise<void>

/** Also deletes recordings, transcripts and webhook deliveries. `count` runs in the transaction. */
export async function erasePersonsOf(
  context: AppContext,
  { accountId, calls }: EndedCalls,
  count?: CountErased,
): Promise<number> {
  for (const { uuid } of calls) await context.files.remove(recordingKeyOf({ accountId, id: uuid }))
  return transaction(context, async (tx) => {
    const { db } = tx
    const recordings = await forgetRecordings(db, accountId, idsOf(calls))
    await deleteSpoken(tx, accountId, idsOf(calls))
    let deliveries = 0
    for (const { uuid } of calls) deliveries += await deleteDeliveriesAbout(db, accountId, uuid)
    const erased = await erasePersons(db, accountId, idsOf(calls))
    await count?.(db, { calls: erased, recordings, deliveries })
    return erased
  })
}

const idsOf = (calls: readonly EndedCall[]): number[] => calls.map(({ id }) => id)

function retained(kind: CallPart, deleteFrom: (context: AppContext, calls: EndedCalls) => Promise<number>): Retained {
  return {
    kind,
    async deleteOlder(context, records) {
      const calls = await selectOldCalls(context.db, kind, records)
      if (calls.length > 0) await deleteFrom(context, { accountId: records.accountId, calls })
      return calls.length
    },
    inspect: (db, records) => inspectCalls(db, kind, records),
  }
}

export const retainedCalls: readonly Retained[] = [
  retained('recordings', deleteRecordings),
  retained('transcripts', deleteTranscripts),
  retained('calls', (context, calls) => erasePersonsOf(context, calls)),
]
