// The SQL that finds, removes and reads the personal data in the tables that features declare.

import { isE164 } from '@parley/rules'
import { type RawBuilder, sql } from 'kysely'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { allRows, hasRows, oneRow } from '#server/platform/database/statements.ts'
import { type Person, personOf } from '#server/platform/person.ts'
import type { PersonalTable, Removal, Retained, RowRemoval } from '#server/platform/personal-data.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

type Sql = RawBuilder<unknown>

const rowsOf = ({ name }: PersonalTable): Sql => sql`${sql.table(name)} t`
const columnOf = (name: string): Sql => sql.ref(`t.${name}`)
const columnsOf = (names: readonly string[]): Sql => sql.join(names.map(columnOf))
const keyOf = ({ key = ['id'] }: PersonalTable): readonly string[] => key
const isOfAccount = ({ hasNoAccount }: PersonalTable, accountId: number): Sql =>
  hasNoAccount ? sql`true` : sql`t.account_id = ${accountId}`

/** The rows of a person, or those of one row of the parent. */
function isOf(ctx: AccountContext, table: PersonalTable, person: Person, parentId?: unknown): Sql {
  const conditions = [isOfAccount(table, ctx.account.id)]
  if (table.parent) conditions.push(sql`${columnOf(table.parent.column)} = ${parentId}`)
  if (table.isOf) conditions.push(table.isOf(person, ctx))
  return sql.join(conditions, sql` and `)
}

export function exists(ctx: AccountContext, table: PersonalTable, person: Person, condition: Sql): Promise<boolean> {
  return hasRows(ctx.db)`
    select from ${rowsOf(table)} where ${isOf(ctx, table, person)} and (${condition}) limit 1`
}

/** What the newest rows of a person say about further addresses of the person. */
export async function findAddresses(ctx: AccountContext, table: PersonalTable, person: Person): Promise<Person> {
  const { phoneNumbers = sql`null`, addresses = sql`null`, uuid = sql`null` } = table.finds!
  const { rows } = await sql<{ phoneNumbers: Texts; addresses: Texts; uuid: string | null }>`
    select ${phoneNumbers}::text[] as phone_numbers, ${addresses}::text[] as addresses, ${uuid}::text as uuid
    from ${rowsOf(table)} where ${isOf(ctx, table, person)}
    order by ${sql.join(keyOf(table).map((name) => sql`${columnOf(name)} desc`))} limit 2000`.execute(ctx.db)
  const found = rows.flatMap(({ phoneNumbers, addresses }) => [
    ...textsIn(phoneNumbers).filter(isE164),
    ...textsIn(addresses),
  ])
  return personOf(
    found,
    rows.flatMap(({ uuid }) => uuid ?? []),
  )
}

type Texts = (string | null)[] | null
const textsIn = (texts: Texts): string[] => (texts ?? []).filter((text) => text !== null)

/** Examines the next rows in the order of their ids. Undefined if there are no more. */
export async function scan(
  ctx: AccountContext,
  table: PersonalTable,
  person: Person,
  after: unknown,
): Promise<{ ids: unknown[]; lastId: unknown } | undefined> {
  const { rows } = await sql<{ id: unknown; isOf: boolean }>`
    select t.id, ${table.isOf!(person, ctx)} as is_of
    from (
      select * from ${rowsOf(table)} where ${isOfAccount(table, ctx.account.id)}
        and ${after === undefined ? sql`true` : sql`t.id > ${after}`}
      order by t.id limit ${table.scanned}
    ) t order by t.id`.execute(ctx.db)
  const last = rows.at(-1)
  return last && { ids: rows.filter((row) => row.isOf).map(({ id }) => id), lastId: last.id }
}

/** The rows of a person that are removed next, without those that are in progress. */
export function selectRemovable(
  ctx: AccountContext,
  table: PersonalTable,
  person: Person,
  { columns, batch }: RowRemoval,
): Promise<object[]> {
  return allRows<object>(ctx.db)`
    select ${columns} from ${rowsOf(table)}
    where ${isOf(ctx, table, person)} and not (${table.isBusy ?? sql`false`})
    order by ${columnsOf(keyOf(table))} limit ${batch}`
}

/** Removes all rows of a person, or those with the ids. Returns how many. */
export function removeRows(
  ctx: AccountContext,
  tx: DbTransaction,
  table: PersonalTable,
  { person, ids }: { person: Person; ids?: readonly unknown[] },
): Promise<number> {
  const isOne = ids
    ? sql`${isOfAccount(table, ctx.account.id)} and t.id = any(${ids})`
    : sql`${isOf(ctx, table, person)} and not (${table.isBusy ?? sql`false`})`
  return remove(tx, table, table.removal, { person, isOne })
}

async function remove(
  tx: DbTransaction,
  table: PersonalTable,
  removal: Removal = {},
  { person, isOne }: { person: Person; isOne: Sql },
): Promise<number> {
  if ('remove' in removal) throw new Error(`The rows of ${table.name} are not removed by a statement.`)
  await removal.prepare?.(tx)
  const statement = removal.set
    ? sql`update ${rowsOf(table)} set ${removal.set(person)} where ${isOne}`
    : sql`delete from ${rowsOf(table)} where ${isOne}`
  return Number((await statement.execute(tx)).numAffectedRows)
}

export interface OldRows {
  accountId: number
  before: Timestamp
}

interface OldBatch extends OldRows {
  retained: Retained
  limit: number
}

const nobody = personOf([])

/** The oldest first, if the retention orders them. */
const oldRows = (table: PersonalTable, columns: Sql, { retained, accountId, before, limit }: OldBatch): Sql => sql`
  select ${columns} from ${rowsOf(table)} where ${isOfAccount(table, accountId)} and ${retained.isOld(before)}
  ${retained.order === undefined ? sql`` : sql`order by ${columnOf(retained.order)}`} limit ${limit}`

export async function selectOld(db: Db, table: PersonalTable, columns: Sql, old: OldBatch): Promise<object[]> {
  return (await sql<object>`${oldRows(table, columns, old)}`.execute(db)).rows
}

/** Returns how many rows were removed. */
export function removeOld(tx: DbTransaction, table: PersonalTable, old: OldBatch): Promise<number> {
  const key = columnsOf(keyOf(table))
  const isOne = sql`${isOfAccount(table, old.accountId)} and (${key}) in (${oldRows(table, key, old)})`
  return remove(tx, table, old.retained.removal ?? table.removal, { person: nobody, isOne })
}

export interface RetainedRest {
  /** The number of records from before the time that are left. */
  remaining: number
  /** The time of the oldest record that is left; null if there is none. */
  oldestAt: Timestamp | null
}

export function inspectOld(
  db: Db,
  table: PersonalTable,
  { retained, accountId, before }: OldRows & { retained: Retained },
): Promise<RetainedRest> {
  const { oldest } = retained
  const isCounted = sql`${isOfAccount(table, accountId)} and ${retained.isOld(before)}`
  const oldestAt = oldest
    ? sql`(select min(${columnOf(oldest.time)}) from ${rowsOf(table)}
        where ${isOfAccount(table, accountId)} and ${oldest.of ?? sql`true`})`
    : sql`null::timestamptz`
  return oneRow<RetainedRest>(db)`
    select (select count(*)::int from ${rowsOf(table)} where ${isCounted}) as remaining, ${oldestAt} as oldest_at`
}

export type ExportedRow = object & { pageKey: readonly string[]; fileKey?: string }

/** The next rows of a person in the order of `order`, those with the ids, or those of a row of the parent. */
export function selectExported(
  ctx: AccountContext,
  table: PersonalTable,
  person: Person,
  { after, ids, parentId }: { after?: readonly string[] | undefined; ids?: readonly unknown[]; parentId?: unknown },
): Promise<ExportedRow[]> {
  const { columns, order = keyOf(table), pageSize = 500 } = table.exported!
  const isNext = after ? sql`(${columnsOf(order)}) > (${sql.join(after)})` : sql`true`
  const isOne = ids
    ? sql`${isOfAccount(table, ctx.account.id)} and t.id = any(${ids})`
    : isOf(ctx, table, person, parentId)
  return allRows<ExportedRow>(ctx.db)`
    select ${typeof columns === 'function' ? columns(person) : columns},
      array[${sql.join(order.map((name) => sql`${columnOf(name)}::text`))}] as page_key
    from ${rowsOf(table)} where ${isOne} and ${isNext}
    order by ${columnsOf(order)} limit ${pageSize}`
}
