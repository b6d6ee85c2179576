// The database's time as SQL: what has to be exact across processes is held against one clock.
import { type RawBuilder, sql } from 'kysely'
import type { Timestamp } from './timestamps.ts'

/** Two readings of the machine's clock lie so far apart at most. */
const sameMs = 100

/** Put forward by as much as the context's clock was turned from the machine's own, which is what tests do. */
export function databaseTime(clock: { now(): Date }): RawBuilder<Timestamp> {
  return sql<Timestamp>`(clock_timestamp()${turnedBy(clock)})`
}

/** The same throughout a statement, for columns that are to tell one moment. */
export function statementTime(clock: { now(): Date }): RawBuilder<Timestamp> {
  return sql<Timestamp>`(statement_timestamp()${turnedBy(clock)})`
}

function turnedBy({ now }: { now(): Date }): RawBuilder<unknown> {
  const turnedMs = now().getTime() - Date.now()
  return Math.abs(turnedMs) < sameMs ? sql`` : sql` + make_interval(secs => ${turnedMs / 1000})`
}
