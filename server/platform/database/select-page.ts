// Reads pages of lists, with the number of rows on all pages.
import { type RawBuilder, sql } from 'kysely'
import type { Timestamp } from '../time/timestamps.ts'
import type { Db } from './database.ts'
import { allRows, pageRows } from './statements.ts'

type SqlPart = RawBuilder<unknown>

export interface PageNumber {
  page: number
  perPage: number
}

/** `alias` is the name of the table in all other parts. */
export const selectPage = <Row extends { id: unknown }>(
  db: Db,
  { columns, table, alias, where, order }: Record<'columns' | 'table' | 'alias' | 'where' | 'order', SqlPart>,
  { page, perPage }: PageNumber,
): Promise<{ rows: Row[]; total: number }> =>
  pageRows<Row>(db)`
    with counted as (select count(*)::int as total from ${table} ${alias} where ${where})
    select ${columns}, total from counted left join lateral (
      select * from ${table} ${alias} where ${where} order by ${order}
      limit ${perPage} offset ${(page - 1) * perPage}) ${alias} on true order by ${order}`

export interface Cursor<Id extends number | string = number> {
  /** Whether the page holds the rows after or before this row. */
  direction: 'next' | 'prev'
  createdAt: Timestamp
  id: Id
}

export type PagePosition = { offset: number } | Cursor

export interface CursorPage<Row> {
  /** Latest first. */
  rows: Row[]
  total: number
  /** The number of rows before this page. */
  before: number
}

/** By offset or by cursor, latest first by `time`. `definitions` precede the statement. */
export async function selectCursorPage<Row extends { id: number }>(
  db: Db,
  {
    definitions = sql``,
    ...parts
  }: Record<'columns' | 'table' | 'alias' | 'where' | 'time', SqlPart> & { definitions?: SqlPart },
  { perPage, position }: { perPage: number; position: PagePosition },
): Promise<CursorPage<Row>> {
  const { columns, table, alias, where, time } = parts
  const { isBefore, isAfter, order, offset } = conditionsOf(position, time, sql`${alias}.id`)
  const found = await allRows<{ total: number; rowsBefore: number } & Row>(db)`
    with ${definitions} counted as (
      select count(*)::int as total, (count(*) filter (where ${isBefore}))::int as rows_before
      from ${table} ${alias} where ${where}
    )
    select ${columns}, total, rows_before from counted left join lateral (
      select * from ${table} ${alias} where ${where} and ${isAfter} order by ${order}
      limit ${perPage} offset ${offset}) ${alias} on true`
  const { total = 0, rowsBefore = 0 } = found[0] ?? {}
  const rows = found.filter((row) => row.id !== null)
  if ('offset' in position) return { rows, total, before: position.offset }
  return position.direction === 'next'
    ? { rows, total, before: rowsBefore }
    : { rows: rows.reverse(), total, before: rowsBefore - rows.length }
}

/** `isBefore` selects the rows to count before the cursor, `isAfter` those that the page can contain. */
export function conditionsOf(position: PagePosition, time: SqlPart, id: SqlPart) {
  const latestFirst = sql`${time} desc, ${id} desc`
  if ('offset' in position)
    return { isBefore: sql`false`, isAfter: sql`true`, order: latestFirst, offset: position.offset }
  const row = sql`(${time}, ${id})`
  const cursor = sql`(${position.createdAt}::timestamptz, ${position.id}::bigint)`
  return position.direction === 'next'
    ? { isBefore: sql`${row} >= ${cursor}`, isAfter: sql`${row} < ${cursor}`, order: latestFirst, offset: 0 }
    : { isBefore: sql`${row} > ${cursor}`, isAfter: sql`${row} > ${cursor}`, order: sql`${time}, ${id}`, offset: 0 }
}
