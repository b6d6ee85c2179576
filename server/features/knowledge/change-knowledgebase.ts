// Creates, updates and deletes knowledgebases.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectFileKeys } from './documents/store-documents.ts'
import { getKnowledgebase } from './get-knowledgebase.ts'
import { eraseFileJob } from './job-specs.ts'
import { type Knowledgebase, maxKnowledgebases } from './knowledgebases/knowledgebase.ts'
import {
  deleteKnowledgebaseRow,
  insertKnowledgebase,
  lockKnowledgebase,
  updateKnowledgebaseRow,
} from './knowledgebases/store.ts'

interface Wording {
  name?: string | undefined
  description?: string | null | undefined
}

/** Refuses with `TOO_MANY_KNOWLEDGEBASES`. */
export async function createKnowledgebase(
  ctx: AccountContext,
  { name, description = null }: Wording & { name: string },
): Promise<Knowledgebase> {
  const id = await insertKnowledgebase(ctx.db, ctx.account.id, { name, description }, maxKnowledgebases)
  if (id === undefined) throw new Refusal('TOO_MANY_KNOWLEDGEBASES')
  return getKnowledgebase(ctx, id)
}

export async function updateKnowledgebase(ctx: AccountContext, id: number, wording: Wording): Promise<Knowledgebase> {
  await updateKnowledgebaseRow(ctx.db, ctx.account.id, id, wording)
  return getKnowledgebase(ctx, id)
}

/** Documents that are being processed stop at their next step. */
export async function deleteKnowledgebase(ctx: AccountContext, id: number): Promise<void> {
  await transaction(ctx, async (tx) => {
    const accountId = tx.account.id
    if (!(await lockKnowledgebase(tx.db, accountId, id))) throw new Refusal('KNOWLEDGEBASE_NOT_FOUND')
    const keys = await selectFileKeys(tx.db, accountId, id)
    await deleteKnowledgebaseRow(tx.db, accountId, id)
    for (const key of keys) await tx.addJob(eraseFileJob, { key })
  })
}
