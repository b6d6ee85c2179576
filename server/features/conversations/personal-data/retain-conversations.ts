// Deletes old conversations and their old messages.
import type { Retained } from '#server/platform/personal-data.ts'
import { deleteOldConversations, deleteOldMessages, inspectConversations } from './store-retention.ts'

export const retainedConversations: readonly Retained[] = [
  {
    kind: 'messages',
    async deleteOlder({ db }, records) {
      const conversations = await deleteOldConversations(db, records)
      if (conversations === records.limit) return conversations
      return conversations + (await deleteOldMessages(db, { ...records, limit: records.limit - conversations }))
    },
    inspect: inspectConversations,
  },
]
