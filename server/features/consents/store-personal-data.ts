// Declares the personal data in consents and in the do-not-contact list, where a keyed hash replaces an erased number.
import { sql } from 'kysely'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { countChanges, oneValue } from '#server/platform/database/statements.ts'
import { addressKeysOf, type Person } from '#server/platform/person.ts'
import type { Erasure, PersonalTable } from '#server/platform/personal-data.ts'
import { entryKeys, erasedKey } from './erased-key.ts'
import { lockNumbers } from './store-consents.ts'

const isOf = (person: Person, ctx: AccountContext) =>
  sql`t.number_key = any(${addressKeysOf(person).flatMap((key) => entryKeys(ctx, key))}::text[])`

export const personalData: readonly PersonalTable[] = [
  {
    name: 'do_not_contact',
    isOf,
    // Under the hash.
    isKept: sql`t.phone_number is null`,
    erase: eraseNumbers,
    exported: {
      name: 'do_not_contact',
      columns: sql`t.id, t.phone_number, t.scope, nullif(t.topic, '') as topic, t.source, t.note, t.requested_at,
        t.created_at`,
    },
  },
  {
    name: 'consents',
    isOf,
    exported: {
      name: 'consents',
      columns: sql`t.id, t.phone_number, t.status, nullif(t.topic, '') as topic, t.source, t.at, t.note, t.evidence,
        t.created_at`,
      order: ['at', 'id'],
    },
  },
]

/** Erases the entries and consents of a person together. */
function eraseNumbers(ctx: AccountContext, { person, count }: Erasure): Promise<void> {
  return transaction(ctx, async ({ db, account }) => {
    const numberKeys = addressKeysOf(person)
    const keys: ErasedKeys = { numberKeys, erasedKeys: numberKeys.map((key) => erasedKey(ctx, key)) }
    await lockNumbers(db, account.id, numberKeys)
    await count(db, 'do_not_contact', await eraseEntries(db, account.id, keys))
    await count(db, 'consents', await eraseConsents(db, account.id, keys))
  })
}

interface ErasedKeys {
  numberKeys: readonly string[]
  /** In the same order. */
  erasedKeys: readonly string[]
}

/**
 * The entries remain under the hash of each address, because afterwards nothing tells that the addresses are of one
 * person. Those that exist under a hash already are merged.
 */
function eraseEntries(tx: DbTransaction, accountId: number, { numberKeys, erasedKeys }: ErasedKeys): Promise<number> {
  return oneValue<number>(tx)`
    with erased as (
      delete from do_not_contact where account_id = ${accountId} and number_key = any(${numberKeys}::text[]) returning *
    ), entries as (
      select * from erased union all
      select * from do_not_contact where account_id = ${accountId} and number_key = any(${erasedKeys}::text[])
    ), kept as (
      insert into do_not_contact as d (account_id, phone_number, number_key, scope, topic, source, note, reference,
        requested_at, created_at)
      select ${accountId}, null, h.hash, e.scope, e.topic, e.source, null, null, max(e.requested_at), min(e.created_at)
      from entries e cross join unnest(${erasedKeys}::text[]) as h (hash)
      group by h.hash, e.scope, e.topic, e.source
      order by h.hash, e.scope, e.topic, e.source
      on conflict (account_id, number_key, scope, topic, source) do update set
        requested_at = greatest(d.requested_at, excluded.requested_at)
    )
    select count(*)::int as count from erased`
}

/** Consents remain as a proof, without their texts. They no longer permit contact. */
function eraseConsents(tx: DbTransaction, accountId: number, { numberKeys, erasedKeys }: ErasedKeys): Promise<number> {
  return countChanges(tx)`
    update consents c set phone_number = null, number_key = k.hash, note = null, evidence = null
    from unnest(${numberKeys}::text[], ${erasedKeys}::text[]) as k (key, hash)
    where c.account_id = ${accountId} and c.number_key = k.key`
}
