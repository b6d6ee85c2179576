// Making a number of the carrier an account's sender, with what the carrier says of it.
import { putIntoUse } from '#server/features/assistants/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { carrierAccountFor } from './carrier-account/carrier-account.ts'
import { requestCarrier } from './carrier-account/request-carrier.ts'
import { carrierUpdate, type Sender } from './sender/sender.ts'
import {
  findSender,
  findSenderByNumber,
  insertSender,
  lockCarrierOf,
  type NewSender,
  reviveSender,
} from './sender/store.ts'
import { fillWebhooks } from './set-webhook.ts'
import { applySnapshot } from './sync/apply-snapshot.ts'
import { takeSnapshot } from './sync/snapshot.ts'

export interface Claim {
  phoneNumber: string
  /** The carrier's own name for it, if none is given. */
  displayName?: string
  assistantId: number | null
  receiptsUrl: string | null
  receiptsActive: boolean
  messagesUrl: string | null
  messagesActive: boolean
}

/** The same whether the number is nobody's or somebody else's. */
export const notUsable = new InvalidInput({
  phone_number: ['The phone number is no sender at the carrier that this account may use.'],
})

/** `assigned` are templates of the carrier that become the account's with it. */
export async function claimNumber(
  ctx: AccountContext,
  claim: Claim,
  assigned: readonly string[] = [],
): Promise<Sender> {
  const { accountSid: carrierAccountSid } = await carrierAccountFor(ctx)
  const number = { carrierAccountSid, phoneNumber: claim.phoneNumber }
  const holder = await findSenderByNumber(ctx.db, number)
  if (holder) throw holder.accountId === ctx.account.id ? taken : notUsable
  const snapshot = await requestCarrier(() => takeSnapshot(ctx))
  const known = snapshot.senders.find(({ phoneNumber }) => phoneNumber === claim.phoneNumber)
  if (!known) throw notUsable
  const displayName = claim.displayName ?? known.displayName ?? claim.phoneNumber
  const sender = await transaction(ctx, async (tx) => {
    await lockCarrierOf(tx.db, tx.account.id)
    const present = await carrierAccountFor(tx)
    if (present.accountSid !== snapshot.carrierAccountSid) throw notUsable
    const row = {
      ...claim,
      ...number,
      displayName,
      news: carrierUpdate(known),
      askedAt: snapshot.askedAt,
    }
    const claimed = await insertOrRevive(tx, row)
    if (claim.assistantId !== null) await putIntoUse(tx, claim.assistantId)
    await applySnapshot(tx, snapshot, assigned)
    return (await findSender(tx.db, tx.account.id, claimed.id))!
  })
  await fillWebhooks(ctx, [sender])
  return (await findSender(ctx.db, ctx.account.id, sender.id)) ?? sender
}

/** A number that comes back to its account is the sender that it was: its conversations and windows live on. */
async function insertOrRevive(tx: Tx, row: NewSender): Promise<Sender> {
  try {
    const claimed = (await reviveSender(tx.db, tx.account.id, row)) ?? (await insertSender(tx.db, tx.account.id, row))
    if (claimed) return claimed
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
  throw notUsable
}

const taken = new InvalidInput({ phone_number: ['The phone number has already been taken.'] })
