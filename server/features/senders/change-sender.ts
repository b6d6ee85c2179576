// Registers, updates and deletes senders.
import { putIntoUse } from '#server/features/assistants/index.ts'
import { carrierAccountFor, isOfInstallation } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { type Claim, claimNumber, notUsable } from './claim-number.ts'
import { getSender } from './get-sender.ts'
import type { Sender, SenderSettings } from './sender/sender.ts'
import { checkSettings } from './sender/sender-settings.ts'
import { lockSender, markSenderDeleted, updateSenderRow } from './sender/store.ts'

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

/** Refuses with `SENDER_NOT_FOUND`. */
export function deleteSender(ctx: AccountContext, id: number): Promise<void> {
  return transaction(ctx, async (tx) => {
    if (!(await markSenderDeleted(tx.db, tx.account.id, id))) throw new Refusal('SENDER_NOT_FOUND')
    await tx.emit('sender.changed', { accountId: tx.account.id, senderId: id, change: 'deleted' })
  })
}

/** Refuses with `CARRIER_UNAVAILABLE` and `PROVIDER_ERROR_*`. */
export async function createSender(ctx: AccountContext, claim: Claim): Promise<Sender> {
  await checkSettings(ctx, claim)
  // Accounts share the carrier account of the installation, in which the operator assigns numbers to tenants.
  if (ctx.account.kind === 'tenant' && isOfInstallation(ctx, await carrierAccountFor(ctx))) throw notUsable
  return claimNumber(ctx, claim)
}
