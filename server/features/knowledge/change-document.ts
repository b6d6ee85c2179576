// Updates and deletes documents.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import type { KnowledgeDocument } from './documents/document.ts'
import { deleteDocumentRow, updateDocumentRow } from './documents/store-documents.ts'
import { type DocumentPath, getDocument } from './get-knowledgebase.ts'
import { eraseFileJob } from './job-specs.ts'
import { touchKnowledgebase } from './knowledgebases/store.ts'

interface Wording {
  name?: string | undefined
  description?: string | null | undefined
}

export async function updateDocument(
  ctx: AccountContext,
  path: DocumentPath,
  wording: Wording,
): Promise<KnowledgeDocument> {
  const document = await getDocument(ctx, path)
  return transaction(ctx, async (tx) => {
    const updated = orRefuse(await updateDocumentRow(tx.db, document, wording), 'DOCUMENT_NOT_FOUND')
    await tx.emit('document.changed', { accountId: tx.account.id, documentId: document.id, change: 'updated' })
    return updated
  })
}

/** A document that is being processed stops at its next step. */
export async function deleteDocument(ctx: AccountContext, path: DocumentPath): Promise<void> {
  const document = await getDocument(ctx, path)
  await transaction(ctx, async (tx) => {
    await touchKnowledgebase(tx.db, tx.account.id, document.knowledgebaseId)
    if (!(await deleteDocumentRow(tx.db, document))) throw new Refusal('DOCUMENT_NOT_FOUND')
    await tx.emit('document.changed', { accountId: tx.account.id, documentId: document.id, change: 'deleted' })
    if (document.fileKey !== null) await tx.addJob(eraseFileJob, { key: document.fileKey })
  })
}
