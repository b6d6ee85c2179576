// Declares the personal data in documents, which are deleted when they were last changed long ago.
import { sql } from 'kysely'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { PersonalTable } from '#server/platform/personal-data.ts'
import type { KnowledgeDocument } from './documents/document.ts'
import { deleteDocumentRow } from './documents/store-documents.ts'
import { touchKnowledgebase } from './knowledgebases/store.ts'

type OldDocument = Pick<KnowledgeDocument, 'accountId' | 'id' | 'knowledgebaseId' | 'fileKey'>

async function deleteDocuments(ctx: AccountContext, documents: readonly OldDocument[]): Promise<void> {
  for (const document of documents) {
    // Before the row that names it, so that a crash leaves no file that nothing names.
    if (document.fileKey !== null) await ctx.files.remove(document.fileKey)
    await transaction(ctx, async ({ db }) => {
      await touchKnowledgebase(db, document.accountId, document.knowledgebaseId)
      await deleteDocumentRow(db, document)
    })
  }
}

export const personalDocuments: PersonalTable = {
  name: 'knowledge_documents',
  children: ['knowledge_pages', 'knowledge_passages', 'knowledge_postings', 'knowledge_words', 'knowledge_vectors'],
  removal: { batch: 200, columns: sql`t.account_id, t.id, t.knowledgebase_id, t.file_key`, remove: deleteDocuments },
  retained: [
    {
      kind: 'documents',
      // Not those that are being processed.
      isOld: (before) => sql`t.updated_at < ${before} and t.status <> 'processing'`,
      oldest: { time: 'updated_at' },
    },
  ],
}
