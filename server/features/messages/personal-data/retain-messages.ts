// Deletes old messages of channels with their files, and old contacts.
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Retained } from '#server/platform/personal-data.ts'
import {
  deleteMessageRows,
  deleteOldContacts,
  inspectMessages,
  selectFileKeys,
  selectOldMessages,
} from './store-retention.ts'

type CountDeleted = (tx: DbTransaction, deleted: { messages: number; files: number }) => Promise<void>

/**
 * Files are deleted before the rows that name them, so that a crash leaves no file that nothing names. `count` runs in the
 * transaction.
 */
export async function deleteMessages(
  context: AppContext,
  accountId: number,
  ids: readonly number[],
  count?: CountDeleted,
): Promise<void> {
  const keys = await selectFileKeys(context.db, accountId, ids)
  for (const key of keys) await context.files.remove(key)
  await transaction(context, async ({ db }) => {
    const messages = await deleteMessageRows(db, accountId, ids)
    await count?.(db, { messages, files: messages === 0 ? 0 : keys.length })
  })
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
