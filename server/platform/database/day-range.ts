// The SQL of the filters `date_from` and `date_to` of lists.
import { type RawBuilder, sql } from 'kysely'

export interface DayRange {
  /** Days in `timeZone` (IANA), both included. */
  dateFrom: string | undefined
  dateTo: string | undefined
  timeZone: string
}

/** The conditions for rows whose `time`, such as `c.created_at`, is within the range. */
export function dayConditions(
  time: RawBuilder<unknown>,
  { dateFrom, dateTo, timeZone }: Partial<DayRange>,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (dateFrom) conditions.push(sql`${time} >= (${dateFrom}::date)::timestamp at time zone ${timeZone}`)
  if (dateTo) conditions.push(sql`${time} < (${dateTo}::date + 1)::timestamp at time zone ${timeZone}`)
  return conditions
}
