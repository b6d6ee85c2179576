// Delays a message until the carrier has all parts of earlier messages to the customer, so that the order is kept.
import { setTimeout } from 'node:timers/promises'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { ContactKey } from '../contacts/store-contacts.ts'
import { hasPartsUnderWay } from './store-parts.ts'

/** Three parts take 5 s if no status update arrives; a slower carrier does not delay other messages. */
const longestWaitMs = 6_000
const pollEveryMs = 50

/**
 * Calls `attempt` again while it returns undefined, which means that earlier parts are under way. After the longest
 * wait, calls it a last time with `mayOvertake`.
 */
export async function waitForEarlierParts<T>(
  ctx: AccountContext,
  contact: ContactKey,
  attempt: (mayOvertake: boolean) => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = performance.now() + longestWaitMs
  for (;;) {
    const mayOvertake = performance.now() >= deadline
    const result = await attempt(mayOvertake)
    if (result !== undefined || mayOvertake) return result
    while (performance.now() < deadline && (await hasPartsUnderWay(ctx.db, ctx.account.id, contact)))
      await setTimeout(pollEveryMs)
  }
}
