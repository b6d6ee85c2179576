// Creates, updates and deletes knowledgebases.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
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

const emitChange = (tx: Tx, knowledgebaseId: number, change: 'created' | 'updated' | 'deleted'): Promise<void> =>
  tx.emit('knowledgebase.changed', { accountId: tx.account.id, knowledgebaseId, change })

/** Refuses with `TOO_MANY_KNOWLEDGEBASES`. */
export async function createKnowledgebase(
  ctx: AccountContext,
  { name, description = null }: Wording & { name: string },
): Promise<Knowledgebase> {
  const id = await transaction(ctx, (tx) => createKnowledgebaseIn(tx, { name, description }))
  return getKnowledgebase(ctx, id)
}

/** For a transaction that also creates other records. Returns the id. */
export async function createKnowledgebaseIn(
  tx: Tx,
  wording: { name: string; description: string | null },
): Promise<number> {
  const inserted = orRefuse(
    await insertKnowledgebase(tx.db, tx.account.id, wording, maxKnowledgebases),
    'TOO_MANY_KNOWLEDGEBASES',
  )
  await emitChange(tx, inserted, 'created')
  return inserted
}

export async function updateKnowledgebase(ctx: AccountContext, id: number, wording: Wording): Promise<Knowledgebase> {
  await transaction(ctx, async (tx) => {
    if (await updateKnowledgebaseRow(tx.db, tx.account.id, id, wording)) await emitChange(tx, id, 'updated')
  })
  return getKnowledgebase(ctx, id)
}

/** Documents that are being processed stop at their next step. */
export async function deleteKnowledgebase(ctx: AccountContext, id: number): Promise<void> {
  await transaction(ctx, async (tx) => {
    const accountId = tx.account.id
    if (!(await lockKnowledgebase(tx.db, accountId, id))) throw new Refusal('KNOWLEDGEBASE_NOT_FOUND')
    const keys = await selectFileKeys(tx.db, accountId, id)
    await deleteKnowledgebaseRow(tx.db, accountId, id)
    await emitChange(tx, id, 'deleted')
    for (const key of keys) await tx.addJob(eraseFileJob, { key })
  })
}
