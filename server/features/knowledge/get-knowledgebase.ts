// Finds knowledgebases and documents of the account, or refuses.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import type { KnowledgeDocument } from './documents/document.ts'
import { findDocument } from './documents/store-documents.ts'
import type { Knowledgebase } from './knowledgebases/knowledgebase.ts'
import { findKnowledgebase } from './knowledgebases/store.ts'

/** Refuses with `KNOWLEDGEBASE_NOT_FOUND`. */
export async function getKnowledgebase(ctx: AccountContext | Tx, id: number): Promise<Knowledgebase> {
  return orRefuse(await findKnowledgebase(ctx.db, ctx.account.id, id), 'KNOWLEDGEBASE_NOT_FOUND')
}

export interface DocumentPath {
  knowledgebaseId: number
  documentId: number
}

/** Refuses with `KNOWLEDGEBASE_NOT_FOUND` or `DOCUMENT_NOT_FOUND`. */
export async function getDocument(
  ctx: AccountContext | Tx,
  { knowledgebaseId, documentId }: DocumentPath,
): Promise<KnowledgeDocument> {
  const found = await findDocument(ctx.db, ctx.account.id, documentId)
  if (found?.knowledgebaseId === knowledgebaseId) return found
  await getKnowledgebase(ctx, knowledgebaseId)
  throw new Refusal('DOCUMENT_NOT_FOUND')
}
