// A person as the features know the person: addresses, and SQL that finds records with them.

import { isE164 } from '@parley/rules'
import { type RawBuilder, sql } from 'kysely'
import { phoneNumberKey, phoneNumberVariants } from './text/phone-number-forms.ts'
import { isUuid } from './text/uuid.ts'

export interface Person {
  /** E.164, with the equivalent forms of each number. */
  phoneNumbers: readonly string[]
  /** As accounts and channels identify their customers. */
  identifiers: readonly string[]
  /** Of conversations and calls. */
  uuids: readonly string[]
  /** Addresses that are not numbers, and that can be searched in texts because they are no words. */
  texts: readonly string[]
}

/** An address of a customer can be a phone number or an identifier. */
export function personOf(addresses: readonly string[], uuids: readonly string[] = []): Person {
  const phoneNumbers = addresses.filter(isE164).flatMap(phoneNumberVariants)
  const identifiers = addresses.filter((address) => !isE164(address) && address !== '')
  return {
    phoneNumbers: unique(phoneNumbers),
    identifiers: unique(identifiers),
    uuids: unique(uuids),
    texts: unique(identifiers.filter(isDistinctive)),
  }
}

const isDistinctive = (identifier: string): boolean => identifier.length >= 6 && /[\d@]/.test(identifier)

/**
 * What was written can be a phone number with separators, an e-mail address, an identifier or a UUID. An identifier is not
 * searched in texts before a record has it as an identifier, because it can be any word.
 */
export function readPerson(written: string): Person {
  const number = written.replace(/[\s().-]/g, '')
  if (isE164(number)) return personOf([number])
  const isEmail = /^[^\s@]+@[^\s@]+$/.test(written)
  return { ...personOf([written], isUuid(written) ? [written.toLowerCase()] : []), ...(!isEmail && { texts: [] }) }
}

export const mergePersons = (persons: readonly Person[]): Person => ({
  phoneNumbers: unique(persons.flatMap(({ phoneNumbers }) => phoneNumbers)),
  identifiers: unique(persons.flatMap(({ identifiers }) => identifiers)),
  uuids: unique(persons.flatMap(({ uuids }) => uuids)),
  texts: unique(persons.flatMap(({ texts }) => texts)),
})

/** The values by which columns name the person. */
export const addressesOf = ({ phoneNumbers, identifiers }: Person): string[] => [...phoneNumbers, ...identifiers]

/** See `phoneNumberKey`. */
export const addressKeysOf = (person: Person): string[] => unique(addressesOf(person).map(phoneNumberKey))

const uuidForm = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** SQL for whether a text contains an address or a UUID of the person. JSON counts as text. Null for a null text. */
function mentions({ phoneNumbers, texts, uuids }: Person, text: RawBuilder<unknown>): RawBuilder<unknown> {
  const numbers = phoneNumbers.map((number) => `(?:00)?${number.slice(1)}`)
  const words = texts.map((word) =>
    JSON.stringify(word)
      .slice(1, -1)
      .replace(/[^\p{L}\p{N}]/gu, '\\$&'),
  )
  const conditions: RawBuilder<unknown>[] = []
  if (numbers.length > 0) conditions.push(sql`${text} ~ ${`(?<![0-9])(?:${numbers.join('|')})(?![0-9])`}`)
  if (words.length > 0) conditions.push(sql`${text} ~* ${`(?<![[:alnum:]])(?:${words.join('|')})(?![[:alnum:]])`}`)
  if (uuids.length > 0)
    conditions.push(sql`exists (select from regexp_matches(${text}, ${uuidForm}, 'g') as m (parts)
      where m.parts[1] = any(${uuids}::text[]))`)
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** SQL for whether one of the columns contains an address or a UUID of the person. */
export const mentionedIn = (person: Person, ...columns: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    columns.map((column) => sql`coalesce(${mentions(person, sql`${sql.ref(column)}::text`)}, false)`),
    sql` or `,
  )})`

/** SQL for whether a field of a JSON object is one of the values. */
export const hasValue = (values: readonly string[], object: RawBuilder<unknown>): RawBuilder<unknown> =>
  values.length === 0
    ? sql`false`
    : sql`exists (select from jsonb_each_text((${object})::jsonb) as v (key, value)
        where lower(v.value) = any(${values.map((value) => value.toLowerCase())}::text[]))`

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
