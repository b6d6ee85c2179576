// Sends a further part of a long text after the carrier has accepted the earlier ones.
import { actFor } from '#server/features/accounts/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import { noReport } from '#server/platform/carriers/carrier-error.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { PartRef } from './accept-message.ts'
import { failMessage } from './fail-message.ts'
import { beginPart } from './store.ts'
import { submitToCarrier } from './submit-to-carrier.ts'

/** The outcome is stored with the message. A part is never begun twice. */
export async function sendPart(context: AppContext, { accountId, ...ref }: PartRef): Promise<void> {
  const ctx = await actFor(context, accountId)
  const part = ctx && (await beginPart(ctx.db, accountId, ref))
  if (!part) return
  const sender = await findSender(ctx.db, accountId, part.senderId)
  if (!sender) {
    const fault = { ...noReport, errorMessage: 'The sender was deleted.' }
    return transaction(ctx, (tx) => failMessage(tx, part, fault))
  }
  try {
    await submitToCarrier(ctx, { message: part, content: { kind: 'text', body: part.body ?? '' }, sender })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
