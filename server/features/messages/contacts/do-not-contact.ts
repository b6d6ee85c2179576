// Applies the do-not-contact list of the account to messages, and adds to it the customers who write STOP.

import { blockContact, isDoNotContact, unblockContact } from '#server/features/consents/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { OptOut } from './opt-out.ts'

/** For messages that the account sends by itself. Answers to customers who write are not affected. */
export async function checkMayContact(ctx: AccountContext, address: string): Promise<void> {
  if (!(await isDoNotContact(ctx, address))) return
  throw new Refusal(
    'UNKNOWN_ERROR',
    'The number is on the do-not-contact list of the account. Nothing was sent and nothing is charged.',
    { outcome: 'not_sent' },
  )
}

/** Campaigns of all channels stop contacting a customer who opts out, until the customer opts in again. */
export async function applyOptOut(
  tx: Tx,
  { address, optOut, inboundId }: { address: string; optOut: OptOut; inboundId: number },
): Promise<void> {
  const block = { address, scope: 'campaigns', topic: null, source: 'message' } as const
  if (optOut === 'stop') await blockContact(tx, { ...block, reference: `message ${inboundId}` })
  else {
    await unblockContact(tx, block)
    // The erasure of a contact with an opt-out leaves this entry.
    await unblockContact(tx, { ...block, scope: 'everything' })
  }
}
