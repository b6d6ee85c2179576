// The countries by their ISO 3166-1 codes, with names in the reader's language.
import { useMemo } from 'react'
import { useLocale } from '../../i18n/locale.tsx'

/** Codes that have names in browsers and are not countries. */
const others = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

export interface Country {
  code: string
  name: string
}

export function useCountries(): { all: readonly Country[]; nameOf(code: string): string } {
  const { locale } = useLocale()
  return useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
    const canonical = (code: string): boolean => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
    const all = letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => !others.has(code) && canonical(code))
      .map((code) => ({ code, name: names.of(code) }))
      .filter((country): country is Country => country.name !== undefined)
      .sort((a, b) => a.name.localeCompare(b.name, locale))
    const nameOf = (code: string) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code)
    return { all, nameOf }
  }, [locale])
}
