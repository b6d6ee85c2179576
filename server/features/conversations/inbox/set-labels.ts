// Replaces the labels of a conversation.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { InvalidInput, orRefuse } from '#server/platform/refusal.ts'
import { findOwn } from '../conversation/store.ts'
import { type Label, lockLabels, replaceLabels } from './store-labels.ts'

/** Refuses with `CONVERSATION_NOT_FOUND`; throws `InvalidInput` for unknown labels. */
export async function setLabels(ctx: AccountContext, uuid: string, ids: readonly number[]): Promise<Label[]> {
  const conversation = orRefuse(await findOwn(ctx.db, ctx.account.id, uuid, 0), 'CONVERSATION_NOT_FOUND')
  return transaction(ctx, async (tx) => {
    const labels = await lockLabels(tx.db, tx.account.id, ids)
    const known = new Set(labels.map(({ id }) => id))
    const unknown = ids.flatMap((id, index) => (known.has(id) ? [] : [index]))
    if (unknown.length > 0) {
      const message = 'The selected conversation label is invalid.'
      throw new InvalidInput(Object.fromEntries(unknown.map((index) => [`conversation_label_ids.${index}`, [message]])))
    }
    await replaceLabels(tx.db, tx.account.id, conversation.id, [...known])
    return labels
  })
}
