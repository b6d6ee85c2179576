// Makes a number of the carrier a sender of an account.

import { putIntoUse } from '#server/features/assistants/index.ts'
import { carrierAccountFor, lockCarrierAccount, requestCarrier } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { carrierState, type Sender, type SenderSettings } from './sender/sender.ts'
import { findSender, findSenderByNumber, insertSender, type NewSender, restoreSender } from './sender/store.ts'
import { setMissingWebhooks } from './set-webhook.ts'
import { applySnapshot } from './sync/apply-snapshot.ts'
import { takeSnapshot } from './sync/snapshot.ts'

export interface Claim extends Omit<SenderSettings, 'displayName'> {
  phoneNumber: string
  /** Defaults to the name at the carrier. */
  displayName?: string | undefined
}

/** Does not reveal whether another account has claimed the number. */
export const notUsable = new InvalidInput({
  phone_number: ['The phone number is not a sender at the carrier that this account may use.'],
})

/** `templateIds` are templates of the carrier that are assigned to the account. */
export async function claimNumber(
  ctx: AccountContext,
  claim: Claim,
  templateIds: readonly string[] = [],
): Promise<Sender> {
  const { carrier, externalId: carrierAccountId } = await carrierAccountFor(ctx)
  const number = { carrierAccountId, phoneNumber: claim.phoneNumber }
  const existing = await findSenderByNumber(ctx.db, number)
  if (existing) throw existing.accountId === ctx.account.id ? taken : notUsable
  const snapshot = await requestCarrier(() => takeSnapshot(ctx))
  const listed = snapshot.senders.find(({ phoneNumber }) => phoneNumber === claim.phoneNumber)
  if (!listed) throw notUsable
  const displayName = claim.displayName ?? listed.displayName ?? claim.phoneNumber
  const row = { ...claim, ...number, carrier, displayName, state: carrierState(listed), askedAt: snapshot.askedAt }
  const sender = await transaction(ctx, async (tx) => {
    await lockCarrierAccount(tx.db, tx.account.id)
    const current = await carrierAccountFor(tx)
    if (current.externalId !== snapshot.carrierAccountId) throw notUsable
    const { id } = await restoreOrInsert(tx, row)
    if (claim.assistantId !== null) await putIntoUse(tx, claim.assistantId)
    await applySnapshot(tx, snapshot, templateIds)
    await tx.emit('sender.changed', { accountId: tx.account.id, senderId: id, change: 'created' })
    return (await findSender(tx.db, tx.account.id, id))!
  })
  await setMissingWebhooks(ctx, [sender])
  return (await findSender(ctx.db, ctx.account.id, sender.id)) ?? sender
}

const taken = new InvalidInput({ phone_number: ['The phone number has already been taken.'] })

/** If the account had the number before, restores that sender with its conversations and windows. */
async function restoreOrInsert({ db, account }: Tx, row: NewSender): Promise<Sender> {
  try {
    const sender = (await restoreSender(db, account.id, row)) ?? (await insertSender(db, account.id, row))
    if (sender) return sender
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
  throw notUsable
}
