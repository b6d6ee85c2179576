// Changing what an account may set on its sender.
import { putIntoUse } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Sender } from './sender/sender.ts'
import { checkSettings } from './sender/sender-settings.ts'
import { findSender, lockSender, type SenderChanges, updateSenderRow } from './sender/store.ts'

/** Refuses with `SENDER_NOT_FOUND`. */
export async function updateSender(ctx: AccountContext, id: number, changes: SenderChanges): Promise<Sender> {
  const seen = await findSender(ctx.db, ctx.account.id, id)
  if (!seen) throw new Refusal('SENDER_NOT_FOUND')
  await checkSettings(ctx, changes, seen)
  return transaction(ctx, async (tx) => {
    const settings = { ...((await lockSender(tx.db, tx.account.id, id)) ?? seen), ...changes }
    settings.receiptsActive &&= settings.receiptsUrl !== null
    settings.messagesActive &&= settings.messagesUrl !== null
    const sender = await updateSenderRow(tx.db, tx.account.id, { ...settings, id })
    if (!sender) throw new Refusal('SENDER_NOT_FOUND')
    if (changes.assistantId) await putIntoUse(tx, changes.assistantId)
    return sender
  })
}
