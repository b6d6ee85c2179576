// Declares the personal data in consents and in the do-not-contact list, where a keyed hash replaces an erased number.
import { sql } from 'kysely'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { countChanges, oneValue } from '#server/platform/database/statements.ts'
import type { Person } from '#server/platform/person.ts'
import type { Erasure, PersonalTable } from '#server/platform/personal-data.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import { entryKeys, erasedKey } from './erased-key.ts'
import { lockNumber } from './store-consents.ts'

const isOf = ({ phoneNumbers }: Person, ctx: AccountContext) =>
  sql`t.number_key = any(${phoneNumbers.flatMap((number) => entryKeys(ctx, number))}::text[])`

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

/** Erases entries and consents of a number together. */
async function eraseNumbers(ctx: AccountContext, { person, count }: Erasure): Promise<void> {
  const keys = [...new Set(person.phoneNumbers.map(phoneNumberKey))].sort()
  for (const numberKey of keys)
    await transaction(ctx, async ({ db, account }) => {
      await lockNumber(db, account.id, numberKey)
      const number = { numberKey, erasedKey: erasedKey(ctx, numberKey) }
      await count(db, 'do_not_contact', await eraseEntries(db, account.id, number))
      await count(db, 'consents', await eraseConsents(db, account.id, number))
    })
}

interface ErasedNumber {
  numberKey: string
  erasedKey: string
}

/** The entries remain under the hash. Those that exist under it already are merged. */
function eraseEntries(tx: DbTransaction, accountId: number, { numberKey, erasedKey }: ErasedNumber): Promise<number> {
  return oneValue<number>(tx)`
    with erased as (
      delete from do_not_contact where account_id = ${accountId} and number_key = ${numberKey} returning *
    ), kept as (
      insert into do_not_contact as d (account_id, phone_number, number_key, scope, topic, source, note, reference,
        requested_at, created_at)
      select account_id, null, ${erasedKey}, scope, topic, source, null, null, requested_at, created_at from erased
      order by scope, topic, source
      on conflict (account_id, number_key, scope, topic, source) do update set
        requested_at = greatest(d.requested_at, excluded.requested_at)
    )
    select count(*)::int as count from erased`
}

/** Consents remain as a proof, without their texts. They no longer permit contact. */
function eraseConsents(tx: DbTransaction, accountId: number, { numberKey, erasedKey }: ErasedNumber): Promise<number> {
  return countChanges(tx)`
    update consents set phone_number = null, number_key = ${erasedKey}, note = null, evidence = null
    where account_id = ${accountId} and number_key = ${numberKey}`
}
