// The keys of a person on the do-not-contact list: addresses, and keyed hashes of them after the person was erased.
import { createHmac, hkdfSync } from 'node:crypto'
import { selectKeysOfPersons, selectPersonKeys } from '#server/features/contacts/index.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'

export interface KeyContext {
  settings: Pick<Settings, 'masterKey'>
  account: { id: number }
}

/** Without the master key, nobody can test numbers against the hash. Accounts have different hashes of a number. */
export function erasedKey({ settings, account }: KeyContext, phoneNumber: string): string {
  const key = hkdfSync('sha256', settings.masterKey, '', 'parley erased number', 32)
  const mac = createHmac('sha256', Buffer.from(key)).update(`${account.id} ${phoneNumberKey(phoneNumber)}`)
  return `erased:${mac.digest('base64url')}`
}

/** The keys of the entries of an address, before and after the erasure of its person. */
export const entryKeys = (ctx: KeyContext, address: string): string[] => [
  phoneNumberKey(address),
  erasedKey(ctx, address),
]

export interface KeysOfPerson {
  /** The keys of all addresses of the person. */
  keys: readonly string[]
  /** Those keys, and their hashes. */
  entryKeys: string[]
}

const withHashes = (ctx: KeyContext, keys: readonly string[]): KeysOfPerson => ({
  keys,
  entryKeys: keys.flatMap((key) => entryKeys(ctx, key)),
})

/** Finds the person with the address: what is on the list for one of the person's addresses counts for all. */
export const keysOfPerson = async (ctx: KeyContext & { db: Db }, address: string): Promise<KeysOfPerson> =>
  withHashes(ctx, await selectPersonKeys(ctx.db, ctx.account.id, phoneNumberKey(address)))

/** The same for many addresses. */
export async function keysOfPersons(
  ctx: KeyContext & { db: Db },
  addresses: readonly string[],
): Promise<(address: string) => KeysOfPerson> {
  const all = await selectKeysOfPersons(ctx.db, ctx.account.id, [...new Set(addresses.map(phoneNumberKey))])
  return (address) => {
    const key = phoneNumberKey(address)
    return withHashes(ctx, all.get(key) ?? [key])
  }
}
