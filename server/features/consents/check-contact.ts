// Decides whether a number may be contacted, by the do-not-contact list and consents.
import type { Db } from '#server/platform/database/database.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import type { Block, ContactRule, Scope } from './contact.ts'
import { entryKeys, type KeyContext } from './erased-key.ts'
import { findRule, hasEntryBy, isListed, selectBlocks } from './store-rules.ts'

type RuleContext = KeyContext & { db: Db }

/** For contact by a campaign about `topic`; with null, entries and consents for a topic do not count. */
export function findContactRule(ctx: RuleContext, phoneNumber: string, topic: string | null): Promise<ContactRule> {
  const keys = { entryKeys: entryKeys(ctx, phoneNumber), consentKey: phoneNumberKey(phoneNumber) }
  return findRule(ctx.db, ctx.account.id, keys, topic)
}

/** Whether the number must not be contacted at all, also not by a single call or message. */
export const isDoNotContact = (ctx: RuleContext, phoneNumber: string): Promise<boolean> =>
  isListed(ctx.db, ctx.account.id, entryKeys(ctx, phoneNumber))

/** Whether the person has opted out by a message, also before an erasure. */
export const hasOptedOut = (ctx: RuleContext, phoneNumber: string): Promise<boolean> =>
  hasEntryBy(ctx.db, ctx.account.id, { keys: entryKeys(ctx, phoneNumber), source: 'message' })

const scopes: readonly Scope[] = ['everything', 'campaigns', 'topic']

/** Like `findContactRule` for many numbers. The keys of the result are the numbers that must not be contacted. */
export async function selectBlocked(
  ctx: RuleContext,
  phoneNumbers: readonly string[],
  topic: string | null,
): Promise<ReadonlyMap<string, Block>> {
  const keys = new Set(phoneNumbers.flatMap((number) => entryKeys(ctx, number)))
  const blocks = await selectBlocks(ctx.db, ctx.account.id, [...keys], topic)
  return new Map(
    phoneNumbers.flatMap((number) => {
      const found = entryKeys(ctx, number).flatMap((key) => blocks.get(key) ?? [])
      const [widest] = found.sort((a, b) => scopes.indexOf(a.scope) - scopes.indexOf(b.scope))
      return widest ? [[number, widest] as const] : []
    }),
  )
}
