// A message waits until the parts of those before it are with the carrier, so that it overtakes none of them.
import { setTimeout } from 'node:timers/promises'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { ContactKey } from '../contacts/store-contacts.ts'
import { hasPartsUnderWay } from './store-parts.ts'

/** Three parts need 5 s when no news of them comes; a carrier that takes longer holds up nobody. */
const longestWaitMs = 6_000
const lookEveryMs = 50

/**
 * Tries as often as parts go first; `attempt` answers undefined when some do, and is the last when it is told that it
 * may overtake them.
 */
export async function waitForEarlierParts<T>(
  ctx: AccountContext,
  contact: ContactKey,
  attempt: (mayOvertake: boolean) => Promise<T | undefined>,
): Promise<T | undefined> {
  const givesUpAt = performance.now() + longestWaitMs
  for (;;) {
    const mayOvertake = performance.now() >= givesUpAt
    const result = await attempt(mayOvertake)
    if (result !== undefined || mayOvertake) return result
    while (performance.now() < givesUpAt && (await hasPartsUnderWay(ctx.db, ctx.account.id, contact)))
      await setTimeout(lookEveryMs)
  }
}
