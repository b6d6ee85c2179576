// Decides whether a person may be contacted, by the do-not-contact list and consents.
import type { Db } from '#server/platform/database/database.ts'
import type { Block, ContactRule, Scope } from './contact.ts'
import { type KeyContext, keysOfPerson, keysOfPersons } from './erased-key.ts'
import { findRule, hasEntryBy, isListed, selectBlocks, selectLatestConsents } from './store-rules.ts'

type RuleContext = KeyContext & { db: Db }

/** For contact by a campaign about `topic`; with null, entries and consents for a topic do not count. */
export const findContactRule = async (ctx: RuleContext, address: string, topic: string | null): Promise<ContactRule> =>
  findRule(ctx.db, ctx.account.id, await keysOfPerson(ctx, address), topic)

/** Whether the person must not be contacted at all, also not by a single call or message. */
export const isDoNotContact = async (ctx: RuleContext, address: string): Promise<boolean> =>
  isListed(ctx.db, ctx.account.id, (await keysOfPerson(ctx, address)).entryKeys)

/** Whether the person has opted out by a message, also before an erasure. */
export const hasOptedOut = async (ctx: RuleContext, address: string): Promise<boolean> =>
  hasEntryBy(ctx.db, ctx.account.id, { keys: (await keysOfPerson(ctx, address)).entryKeys, source: 'message' })

const scopes: readonly Scope[] = ['everything', 'campaigns', 'topic']

/** Like `findContactRule` for many numbers. The keys of the result are the numbers that must not be contacted. */
export async function selectBlocked(
  ctx: RuleContext,
  phoneNumbers: readonly string[],
  topic: string | null,
): Promise<ReadonlyMap<string, Block>> {
  const keysOf = await keysOfPersons(ctx, phoneNumbers)
  const keys = new Set(phoneNumbers.flatMap((number) => keysOf(number).entryKeys))
  const blocks = await selectBlocks(ctx.db, ctx.account.id, [...keys], topic)
  return new Map(
    phoneNumbers.flatMap((number) => {
      const found = keysOf(number).entryKeys.flatMap((key) => blocks.get(key) ?? [])
      const [widest] = found.sort((a, b) => scopes.indexOf(a.scope) - scopes.indexOf(b.scope))
      return widest ? [[number, widest] as const] : []
    }),
  )
}

/** The numbers of people whose latest consent is given, for all topics or for this one. */
export async function selectConsented(
  ctx: RuleContext,
  phoneNumbers: readonly string[],
  topic: string | null,
): Promise<ReadonlySet<string>> {
  const keysOf = await keysOfPersons(ctx, phoneNumbers)
  const keys = new Set(phoneNumbers.flatMap((number) => keysOf(number).keys))
  const consents = await selectLatestConsents(ctx.db, ctx.account.id, [...keys], topic)
  const isConsented = (number: string): boolean => {
    const found = keysOf(number).keys.flatMap((key) => consents.get(key) ?? [])
    const [latest] = found.sort((a, b) => b.position - a.position)
    return latest?.status === 'given'
  }
  return new Set(phoneNumbers.filter(isConsented))
}
