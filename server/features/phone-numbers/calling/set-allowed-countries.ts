// Sets the countries that an account may call.
import { isSupportedCountry } from 'libphonenumber-js/max'
import type { AccountContext } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { saveAllowedCountries } from './store-limits.ts'

/** Null restores the default. */
export async function setAllowedCountries(ctx: AccountContext, countries: readonly string[] | null): Promise<void> {
  const unknown = (countries ?? []).flatMap((country, index) => (isSupportedCountry(country) ? [] : [index]))
  if (unknown.length > 0) {
    const errors = unknown.map((index) => [
      `allowed_countries.${index}`,
      [`The selected allowed countries.${index} is invalid.`],
    ])
    throw new InvalidInput(Object.fromEntries(errors))
  }
  await saveAllowedCountries(ctx.db, ctx.account.id, countries && [...new Set(countries)])
}
