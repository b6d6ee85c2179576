// Removes diacritics in TypeScript and in SQL in the same way.
import { type RawBuilder, sql } from 'kysely'

/** Other scripts write vowels as marks, which stay. */
export const withoutDiacritics = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')

export const unaccented = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`normalize(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g'), NFC)`
