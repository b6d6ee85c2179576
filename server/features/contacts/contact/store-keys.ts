// The SQL that finds all keys under which rows about the person with an address are stored.
import { isE164 } from '@parley/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues } from '#server/platform/database/statements.ts'
import { phoneNumberKey, phoneNumberVariants } from '#server/platform/text/phone-number-forms.ts'

/** Kinds of addresses that are keys of rows of other tables. */
const keyed = sql`('phone', 'channel_user')`

/**
 * SQL for the keys of the addresses that a person has, as an array: of the person whose address has this key. The array
 * contains the key, even if no contact has it.
 */
export const personKeys = (accountId: number, key: string | RawBuilder<unknown>): RawBuilder<string[]> => sql`array(
  select ${key}::text union
  select o.key from contact_addresses a
  join contact_addresses o on o.account_id = a.account_id and o.contact_id = a.contact_id and o.kind in ${keyed}
  where a.account_id = ${accountId} and a.key = ${key} and a.kind in ${keyed})`

/** See `personKeys`. */
export const selectPersonKeys = (db: Db, accountId: number, key: string): Promise<string[]> =>
  allValues<string>(db)`select unnest(${personKeys(accountId, key)}) as key`

/** The keys of each person by one of them. Keys of people with one address are left out. */
export async function selectKeysOfPersons(
  db: Db,
  accountId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await allRows<{ key: string; keys: string[] }>(db)`
    select a.key, array_agg(distinct o.key) as keys from contact_addresses a
    join contact_addresses o on o.account_id = a.account_id and o.contact_id = a.contact_id and o.kind in ${keyed}
    where a.account_id = ${accountId} and a.key = any(${keys}::text[]) and a.kind in ${keyed}
    group by a.key having count(*) > 1`
  return new Map(rows.map(({ key, keys }) => [key, keys]))
}

/** All numbers of the person with this number, in all their forms. */
export async function selectNumbersOfPerson(db: Db, accountId: number, phoneNumber: string): Promise<string[]> {
  const keys = await selectPersonKeys(db, accountId, phoneNumberKey(phoneNumber))
  return [...new Set([phoneNumber, ...keys.filter(isE164).flatMap(phoneNumberVariants)])]
}
