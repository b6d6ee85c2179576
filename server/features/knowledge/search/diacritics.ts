// Removes diacritics in TypeScript and in SQL in the same way.
import { type RawBuilder, sql } from 'kysely'

const marks = '[\u0300-\u036f]'
const allMarks = new RegExp(marks, 'g')

/** Other scripts write vowels as marks, which stay. */
export const withoutDiacritics = (text: string): string => text.normalize('NFD').replace(allMarks, '').normalize('NFC')

export const unaccented = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`normalize(regexp_replace(normalize(${text}, NFD), ${sql.lit(marks)}, '', 'g'), NFC)`
