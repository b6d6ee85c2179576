// Erases a person from the do-not-contact list and from consents: keyed hashes of the numbers remain.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Person } from '#server/platform/person.ts'
import type { Erasure } from '#server/platform/personal-data.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import { erasedKey } from './erased-key.ts'
import { lockNumber } from './store-consents.ts'
import { eraseConsents, eraseEntries, hasEntries } from './store-person.ts'

export async function eraseNumbers(ctx: AccountContext, { person, count }: Erasure): Promise<void> {
  const keys = [...new Set(person.phoneNumbers.map(phoneNumberKey))].sort()
  for (const numberKey of keys)
    await transaction(ctx, async ({ db, account }) => {
      await lockNumber(db, account.id, numberKey)
      const number = { numberKey, erasedKey: erasedKey(ctx, numberKey) }
      await count(db, 'do_not_contact', await eraseEntries(db, account.id, number))
      await count(db, 'consents', await eraseConsents(db, account.id, number))
    })
}

export const isNumberKept = (ctx: AccountContext, { phoneNumbers }: Person): Promise<boolean> =>
  hasEntries(
    ctx.db,
    ctx.account.id,
    phoneNumbers.map((number) => erasedKey(ctx, number)),
  )
