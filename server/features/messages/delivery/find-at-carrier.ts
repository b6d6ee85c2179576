// Looking at the carrier for a message whose outcome is unknown: found by its text among what went to the customer.
import { setTimeout } from 'node:timers/promises'
import type { Sender } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { CarrierAccount, CarrierMessage } from '#server/ports/carrier.ts'
import type { Message } from '../message/message.ts'
import { clockMarginMs, matchMessage } from './match-message.ts'
import { findMessage, selectAttachedSids } from './store.ts'

export interface Search {
  message: Message
  sender: Pick<Sender, 'phoneNumber'>
  account: CarrierAccount
}

/** So long the caller waits for a message whose outcome is unknown. */
const lookForMs = 3_000
const pausesMs = [50, 150, 300, 500]

/**
 * `told`: the carrier has named it to us meanwhile, or somebody else has found out. Undefined: not found in time;
 * that alone proves nothing, for the carrier may be slow to show it.
 */
export async function findAtCarrier(ctx: AccountContext, search: Search): Promise<CarrierMessage | 'told' | undefined> {
  const givesUpAt = performance.now() + lookForMs
  for (let look = 0; performance.now() < givesUpAt; look++) {
    await setTimeout(Math.min(pausesMs[Math.min(look, pausesMs.length - 1)]!, givesUpAt - performance.now()))
    const current = await findMessage(ctx.db, ctx.account.id, search.message.id)
    if (current?.state === 'accepted') return 'told'
    const found = await lookOnce(ctx, search)
    if (found) return found
  }
  return undefined
}

async function lookOnce(ctx: AccountContext, search: Search): Promise<CarrierMessage | undefined> {
  try {
    return await searchCarrier(ctx, search)
  } catch (error) {
    if (error instanceof OutsideError) return undefined
    throw error
  }
}

/** Undefined: the carrier answers and does not show it. Throws `OutsideError` when it does not answer. */
export async function searchCarrier(
  ctx: AccountContext,
  { message, sender, account }: Search,
): Promise<CarrierMessage | undefined> {
  const listed = await ctx.carrier.listMessages(account, {
    channel: 'chatapp',
    from: sender.phoneNumber,
    to: message.address,
    since: new Date(toDate(message.createdAt).getTime() - clockMarginMs),
  })
  const sids = listed.map(({ sid }) => sid)
  const attached = new Set(sids.length > 0 ? await selectAttachedSids(ctx.db, ctx.account.id, sids) : [])
  return matchMessage(listed, { body: message.body, attached })
}
