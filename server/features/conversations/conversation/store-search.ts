// SQL for the search of conversations by customer and by words in messages.
import { type RawBuilder, sql } from 'kysely'

const maxWords = 8
/** Of customers, or messages, that are more than this, only some are found. */
const maxFound = 10_000
/** Shorter beginnings would match most words. */
const minPrefixLength = 3

/**
 * Selects the ids of the account's conversations whose customer has the text in their name, phone number or identifier, or
 * that have a message with all of its words, or words that begin with them.
 */
export function searchQuery(accountId: number, text: string): RawBuilder<unknown> {
  const customer = sql`conversation_customer(s.customer_name, s.customer_phone, s.customer_identifier)`
  const patterns = patternsOf(text).map((pattern) => sql`${customer} ilike ${pattern}`)
  const words = wordsOf(text)
  const byCustomer = sql`(
    select s.id from conversations s where s.account_id = ${accountId} and (${sql.join(patterns, sql` or `)})
    limit ${maxFound})`
  if (words.length === 0) return byCustomer
  return sql`${byCustomer} union (
    select m.conversation_id from conversation_messages m
    where m.account_id = ${accountId} and message_words(m.content) @@ to_tsquery('simple', ${words.join(' & ')})
    limit ${maxFound})`
}

/** The text, and its digits if it looks like a phone number. */
function patternsOf(text: string): string[] {
  const digits = /^[\d\s+().-]+$/.test(text) ? text.replace(/\D/g, '') : ''
  return [text, ...(digits.length >= 3 ? [digits] : [])].map((part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`)
}

function wordsOf(text: string): string[] {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.slice(0, maxWords).map((word) => (word.length < minPrefixLength ? `'${word}'` : `'${word}':*`))
}
