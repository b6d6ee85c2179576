// Deletes old messages of channels with their files, and old contacts.
import type { AppContext } from '#server/platform/context/context.ts'
import type { Retained } from '#server/platform/personal-data.ts'
import {
  deleteMessageRows,
  deleteOldContacts,
  inspectMessages,
  selectFileKeys,
  selectOldMessages,
} from './store-retention.ts'

/** Files are deleted before the rows that name them, so that a crash leaves no file that nothing names. */
export async function deleteMessages(
  { db, files }: AppContext,
  accountId: number,
  ids: readonly number[],
): Promise<number> {
  for (const key of await selectFileKeys(db, accountId, ids)) await files.remove(key)
  return deleteMessageRows(db, accountId, ids)
}

export const retainedMessages: readonly Retained[] = [
  {
    kind: 'messages',
    async deleteOlder(context, records) {
      const ids = await selectOldMessages(context.db, records)
      if (ids.length > 0) await deleteMessages(context, records.accountId, ids)
      if (ids.length === records.limit) return ids.length
      return ids.length + (await deleteOldContacts(context.db, { ...records, limit: records.limit - ids.length }))
    },
    inspect: inspectMessages,
  },
]
