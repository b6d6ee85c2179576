// A message waits until the parts of those before it are with the carrier, so that it overtakes none of them.
import { setTimeout } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { type ContactKey, hasPartsUnderWay } from './store-contacts.ts'

/** Three parts need 5 s when no news of them comes; a carrier that takes longer holds up nobody. */
const longestWaitMs = 6_000
const lookEveryMs = 50

export async function letPartsGoFirst(ctx: Context, contact: ContactKey): Promise<void> {
  const givesUpAt = performance.now() + longestWaitMs
  while (performance.now() < givesUpAt && (await hasPartsUnderWay(ctx.db, ctx.account.id, contact)))
    await setTimeout(lookEveryMs)
}
