// Writes the columns and values of INSERT and UPDATE statements from an object, so that each column is named once.
import { type RawBuilder, sql } from 'kysely'

/** Returns `(account_id, …) values ($1, …)` for `{ accountId, … }`. Values can be SQL expressions. */
export function columnsAndValues(row: Record<string, unknown>): RawBuilder<unknown> {
  const values = Object.values(row).map((value) => sql`${value}`)
  return sql`(${sql.join(Object.keys(row).map(columnOf))}) values (${sql.join(values)})`
}

/** Returns `account_id = $1, …` for `{ accountId, … }`. Values can be SQL expressions. */
export function assignments(row: Record<string, unknown>): RawBuilder<unknown> {
  return sql.join(Object.entries(row).map(([name, value]) => sql`${columnOf(name)} = ${value}`))
}

const columnOf = (name: string) => sql.id(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
