// Writes the columns and values of an INSERT statement from an object, so that each column is named once.
import { type RawBuilder, sql } from 'kysely'

/** Returns `(account_id, …) values ($1, …)` for `{ accountId, … }`. Values can be SQL expressions. */
export function columnsAndValues(row: Record<string, unknown>): RawBuilder<unknown> {
  const columns = Object.keys(row).map((name) => sql.id(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)))
  const values = Object.values(row).map((value) => sql`${value}`)
  return sql`(${sql.join(columns)}) values (${sql.join(values)})`
}
