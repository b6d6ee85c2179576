// Deletes old conversations, and the old messages and notes of those that remain.
import type { Retained } from '#server/platform/personal-data.ts'
import { deleteOldConversations, deleteOldMessages, deleteOldNotes, inspectConversations } from './store-retention.ts'

export const retainedConversations: readonly Retained[] = [
  {
    kind: 'messages',
    async deleteOlder({ db }, records) {
      let deleted = 0
      for (const deleteOld of [deleteOldConversations, deleteOldMessages, deleteOldNotes]) {
        if (deleted === records.limit) break
        deleted += await deleteOld(db, { ...records, limit: records.limit - deleted })
      }
      return deleted
    },
    inspect: inspectConversations,
  },
]
