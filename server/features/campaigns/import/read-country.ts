// Reads the country that a file states beside a phone number: a code, a name in several languages, or a calling code.
import { columnKey } from '@parley/rules'
import countries from 'i18n-iso-countries/index.js'
import de from 'i18n-iso-countries/langs/de.json' with { type: 'json' }
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import es from 'i18n-iso-countries/langs/es.json' with { type: 'json' }
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' }
import it from 'i18n-iso-countries/langs/it.json' with { type: 'json' }
import nl from 'i18n-iso-countries/langs/nl.json' with { type: 'json' }
import pt from 'i18n-iso-countries/langs/pt.json' with { type: 'json' }
import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max'
import { cleanPhoneText } from '#server/platform/text/clean-phone-text.ts'

const maxLength = 80

/** By the key of the name or code. Few files have a column of countries, so a start does not wait for it. */
let countryByKey: ReadonlyMap<string, string> | undefined

const nameCountries = (): ReadonlyMap<string, string> =>
  new Map(
    [de, en, es, fr, it, nl, pt]
      .flatMap((language) => Object.entries(language.countries))
      .flatMap(([code, names]) => [names].flat().map((name) => [columnKey(name), code] as const))
      .concat(Object.entries(countries.getAlpha3Codes()).map(([long, code]) => [columnKey(long), code]))
      .concat(Object.keys(countries.getAlpha2Codes()).map((code) => [columnKey(code), code]))
      .concat([
        ['uk', 'GB'],
        ['england', 'GB'],
        ['scotland', 'GB'],
        ['wales', 'GB'],
      ]),
  )

/** The largest countries of those that share a calling code. */
const largest: readonly string[] = ['US', 'RU', 'IT', 'GB', 'NO', 'AU', 'MA', 'RE', 'SH', 'FI', 'GP', 'CW']
const countryByCallingCode = new Map(
  [...getCountries(), ...getCountries().filter((code) => largest.includes(code))].map((code): [string, string] => [
    getCountryCallingCode(code),
    code,
  ]),
)

const firstFlagLetter = 0x1f1e6

/** Returns an ISO 3166-1 alpha-2 code, of several countries with one calling code the largest. Undefined if it is none. */
export function readCountry(written: string): string | undefined {
  if (written.length > maxLength) return undefined
  const text = cleanPhoneText(written).replace(/[\u{1f1e6}-\u{1f1ff}]/gu, (flag) =>
    String.fromCodePoint(flag.codePointAt(0)! - firstFlagLetter + 0x41),
  )
  countryByKey ??= nameCountries()
  const letters = countryByKey.get(columnKey(text.replace(/[\d+]/g, '')))
  if (letters !== undefined) return isSupportedCountry(letters) ? letters : undefined
  if (/\p{L}/u.test(text)) return undefined
  const callingCode = text
    .replace(/[.,]0$/, '')
    .replace(/\D/g, '')
    .replace(/^(?:00|011)/, '')
  return countryByCallingCode.get(callingCode)
}
