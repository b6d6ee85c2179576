// The SQL of erasures.

import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type PageNumber, selectPage } from '#server/platform/database/select-page.ts'
import { allRows, firstRow, firstValue, oneValue } from '#server/platform/database/statements.ts'
import type { ErasedKind } from '#server/platform/personal-data.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface ErasureRef {
  accountId: number
  erasureId: number
}

export interface Receipt {
  id: number
  status: 'running' | 'completed'
  isWaiting: boolean
  deleted: Partial<Record<ErasedKind, number>>
  /** Null until the end. */
  isKept: boolean | null
  requestedAt: Timestamp
  finishedAt: Timestamp | null
}

const columns = sql`e.id, e.status, e.is_waiting, e.deleted, e.is_kept, e.requested_at, e.finished_at`

export function insertErasure(db: Db, accountId: number, sealedPerson: Buffer): Promise<number> {
  return oneValue<number>(db)`
    insert into erasures (account_id, sealed_person, requested_at)
    values (${accountId}, ${sealedPerson}, app_now()) returning id`
}

export function findErasure(db: Db, accountId: number, id: number): Promise<Receipt | undefined> {
  return firstRow<Receipt>(db)`
    select ${columns} from erasures e where e.account_id = ${accountId} and e.id = ${id}`
}

/** Newest first. */
export function selectErasures(
  db: Db,
  accountId: number,
  page: PageNumber,
): Promise<{ rows: Receipt[]; total: number }> {
  const where = sql`e.account_id = ${accountId}`
  const parts = { columns, table: sql`erasures`, alias: sql`e`, where, order: sql`e.id desc` }
  return selectPage<Receipt>(db, parts, page)
}

/** Undefined if the erasure is completed. */
export function findSealedPerson(db: Db, { accountId, erasureId }: ErasureRef): Promise<Buffer | undefined> {
  return firstValue<Buffer>(db)`
    select sealed_person from erasures
    where account_id = ${accountId} and id = ${erasureId} and status = 'running'`
}

export async function savePerson(db: Db, { accountId, erasureId }: ErasureRef, sealedPerson: Buffer): Promise<void> {
  await sql`
    update erasures set sealed_person = ${sealedPerson}
    where account_id = ${accountId} and id = ${erasureId} and status = 'running'`.execute(db)
}

export async function addDeleted(
  tx: DbTransaction,
  { accountId, erasureId }: ErasureRef,
  { kind, count }: { kind: ErasedKind; count: number },
): Promise<void> {
  await sql`
    update erasures set deleted = deleted || jsonb_build_object(${kind}::text,
      coalesce((deleted -> ${kind}::text)::bigint, 0) + ${count})
    where account_id = ${accountId} and id = ${erasureId}`.execute(tx)
}

export async function setWaiting(tx: DbTransaction, { accountId, erasureId }: ErasureRef, is: boolean): Promise<void> {
  await sql`
    update erasures set is_waiting = ${is}
    where account_id = ${accountId} and id = ${erasureId} and status = 'running'`.execute(tx)
}

export async function finishErasure(db: Db, { accountId, erasureId }: ErasureRef, isKept: boolean): Promise<void> {
  await sql`
    update erasures set status = 'completed', sealed_person = null, is_waiting = false, is_kept = ${isKept},
      finished_at = app_now()
    where account_id = ${accountId} and id = ${erasureId} and status = 'running'`.execute(db)
}

/** An erasure that found nothing needs no receipt. */
export async function deleteErasure(db: Db, { accountId, erasureId }: ErasureRef): Promise<void> {
  await sql`delete from erasures where account_id = ${accountId} and id = ${erasureId}`.execute(db)
}

/** Running for some time, so their job may have been lost. */
export function selectOverdue(db: Db, limit: number): Promise<ErasureRef[]> {
  return allRows<ErasureRef>(db)`
    select account_id, id as erasure_id from erasures
    where status = 'running' and requested_at < app_now() - interval '10 minutes' order by requested_at limit ${limit}`
}
