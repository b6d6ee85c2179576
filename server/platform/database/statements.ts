// Runs one statement, and returns its rows, one of them, a value or the number of changed rows.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** `allRows<Row>(db)` is a template tag like `sql`. */
type Statement<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>

const statement =
  <Row, Result>(
    db: Db,
    resultOf: (result: Awaited<ReturnType<RawBuilder<Row>['execute']>>) => Result,
  ): Statement<Result> =>
  async (text, ...values) =>
    resultOf(await sql<Row>(text, ...values).execute(db))

export const allRows = <Row>(db: Db) => statement<Row, Row[]>(db, ({ rows }) => rows)

/** The first column of each row. */
export const allValues = <Value>(db: Db) =>
  statement<Record<string, Value>, Value[]>(db, ({ rows }) => rows.map((row) => Object.values(row)[0]!))

/** The second column of each row by the first. */
export const mapOf = <Key, Value>(db: Db) =>
  statement<Record<string, Key | Value>, Map<Key, Value>>(
    db,
    ({ rows }) => new Map(rows.map((row) => Object.values(row) as [Key, Value])),
  )

export const firstRow = <Row>(db: Db) => statement<Row, Row | undefined>(db, ({ rows }) => rows[0])

/** For statements that always return a row. */
export const oneRow = <Row>(db: Db) => statement<Row, Row>(db, ({ rows }) => rows[0]!)

/** The first column of the first row. */
export const firstValue = <Value>(db: Db) =>
  statement<Record<string, Value>, Value | undefined>(db, ({ rows }) => rows[0] && Object.values(rows[0])[0])

/** The same, for statements that always return a row. */
export const oneValue = <Value>(db: Db) =>
  statement<Record<string, Value>, Value>(db, ({ rows }) => Object.values(rows[0]!)[0]!)

/** For pages of lists: each row has the `total` of the list. On an empty page, one row without an id has it. */
export const pageRows = <Row extends { id: unknown }>(db: Db) =>
  statement<{ total: number } & Row, { rows: Row[]; total: number }>(db, ({ rows }) => {
    return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
  })

/** Whether an UPDATE or DELETE changed a row, for statements that change at most one. */
export const changesOne = (db: Db) => statement(db, ({ numAffectedRows }) => numAffectedRows === 1n)

export const countChanges = (db: Db) => statement(db, ({ numAffectedRows }) => Number(numAffectedRows))

export const hasRows = (db: Db) => statement(db, ({ rows }) => rows.length > 0)
