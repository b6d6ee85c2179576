// Updates the settings of a sender.
import { putIntoUse } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse } from '#server/platform/refusal.ts'
import { getSender } from './get-sender.ts'
import type { Sender, SenderSettings } from './sender/sender.ts'
import { checkSettings } from './sender/sender-settings.ts'
import { lockSender, updateSenderRow } from './sender/store.ts'

/** Refuses with `SENDER_NOT_FOUND`. */
export async function updateSender(ctx: AccountContext, id: number, changes: Partial<SenderSettings>): Promise<Sender> {
  await checkSettings(ctx, changes, await getSender(ctx, id))
  return transaction(ctx, async (tx) => {
    const current = orRefuse(await lockSender(tx.db, tx.account.id, id), 'SENDER_NOT_FOUND')
    const settings = { ...current, ...changes }
    settings.receiptsActive &&= settings.receiptsUrl !== null
    settings.messagesActive &&= settings.messagesUrl !== null
    const sender = await updateSenderRow(tx.db, tx.account.id, settings)
    if (changes.assistantId) await putIntoUse(tx, changes.assistantId)
    await tx.emit('sender.changed', { accountId: tx.account.id, senderId: id, change: 'updated' })
    return sender
  })
}
