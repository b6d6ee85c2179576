// Deletes documents that were last changed long ago.

import { transaction } from '#server/platform/context/transaction.ts'
import type { Retained } from '#server/platform/personal-data.ts'
import { deleteDocumentRow } from './documents/store-documents.ts'
import { inspectDocuments, selectOldDocuments } from './documents/store-retention.ts'
import { touchKnowledgebase } from './knowledgebases/store.ts'

export const retainedDocuments: readonly Retained[] = [
  {
    kind: 'documents',
    async deleteOlder(context, records) {
      const documents = await selectOldDocuments(context.db, records)
      for (const document of documents) {
        // Before the row that names it, so that a crash leaves no file that nothing names.
        if (document.fileKey !== null) await context.files.remove(document.fileKey)
        await transaction(context, async ({ db }) => {
          await touchKnowledgebase(db, document.accountId, document.knowledgebaseId)
          await deleteDocumentRow(db, document)
        })
      }
      return documents.length
    },
    inspect: inspectDocuments,
  },
]
