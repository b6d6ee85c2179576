// Looks up a message whose outcome is unknown among the messages that the carrier has sent to the customer.
import { setTimeout } from 'node:timers/promises'
import type { Sender } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { CarrierAccount, CarrierMessage } from '#server/ports/carrier.ts'
import type { Message } from '../message/message.ts'
import { findMessage, selectAttachedIds } from './store.ts'

export interface CarrierSearch {
  message: Message
  sender: Sender
  account: CarrierAccount
}

/** The request waits up to this time for a message whose outcome is unknown. */
const searchForMs = 3_000
/** The largest expected difference between the carrier's clock and Parley's. */
const clockMarginMs = 120_000
const pausesMs = [50, 150, 300, 500]

/**
 * Searches repeatedly. Returns `accepted` if a status update or another process has recorded the message in the meantime as
 * accepted, and undefined if it was not found in time. That proves nothing, because the carrier may list it late.
 */
export async function findAtCarrier(
  ctx: AccountContext,
  search: CarrierSearch,
): Promise<CarrierMessage | 'accepted' | undefined> {
  const deadline = performance.now() + searchForMs
  for (let attempt = 0; performance.now() < deadline; attempt++) {
    await setTimeout(Math.min(pausesMs[attempt] ?? pausesMs.at(-1)!, deadline - performance.now()))
    const current = await findMessage(ctx.db, ctx.account.id, search.message.id)
    if (current?.state === 'accepted') return 'accepted'
    const found = await searchCarrier(ctx, search).catch((error) => {
      if (error instanceof OutsideError) return undefined
      throw error
    })
    if (found) return found
  }
  return undefined
}

/**
 * Returns undefined if the carrier does not list the message, or lists none at all. Throws `OutsideError` if the carrier does
 * not answer.
 */
export async function searchCarrier(
  ctx: AccountContext,
  { message, sender, account }: CarrierSearch,
): Promise<CarrierMessage | undefined> {
  const { capabilities, messages } = ctx.carriers.of(account)
  if (!capabilities.includes('listsMessages')) return undefined
  const listed = await messages.listMessages(account, {
    channel: sender.channel,
    from: sender.phoneNumber,
    to: message.address,
    since: new Date(toDate(message.createdAt).getTime() - clockMarginMs),
  })
  const externalIds = listed.map(({ externalId }) => externalId)
  const attached = await selectAttachedIds(ctx.db, ctx.account.id, externalIds)
  return matchMessage(listed, { body: message.body, attached })
}

/**
 * Returns the oldest message with this text that belongs to no other message. A null `body` matches any text: only the
 * carrier knows the text. `attached` contains the carrier's ids of other messages.
 */
export function matchMessage(
  listed: readonly CarrierMessage[],
  { body, attached }: { body: string | null; attached: ReadonlySet<string> },
): CarrierMessage | undefined {
  return listed
    .filter((message) => message.status !== 'received' && !attached.has(message.externalId))
    .filter((message) => body === null || normalize(message.body) === normalize(body))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())[0]
}

/** Carriers trim texts, and encode line ends and letters differently. */
const normalize = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()
