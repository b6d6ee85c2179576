// The SQL that finds the calls of a person.

import { isE164 } from '@parley/rules'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { hasValue, type Person, personOf } from '#server/platform/person.ts'
import type { EndedCall } from './store-retention.ts'

/** A web call has no number, but can have variables. */
export const isOf = ({ phoneNumbers, uuids, texts }: Person) => sql`c.erased_at is null and (
  c.client_phone = any(${phoneNumbers}::text[]) or c.uuid = any(${uuids}::uuid[])
  or (c.client_phone is null and ${hasValue(phoneNumbers, sql`c.variables`)}) or ${hasValue(texts, sql`c.variables`)})`

/** The call has ended and was reported, or cannot be reported. */
const isOver = sql`c.ended_at is not null
  and (c.reported_at is not null or c.ended_at < app_now() - interval '15 minutes')
  and not exists (
    select from call_transfers t
    where t.account_id = c.account_id and t.call_id = c.id and t.deadline_at > app_now() - interval '15 minutes')`

export async function selectCallsOf(db: Db, accountId: number, person: Person, limit: number): Promise<EndedCall[]> {
  const { rows } = await sql<EndedCall>`
    select c.id, c.uuid from calls c
    where c.account_id = ${accountId} and ${isOf(person)} and ${isOver} order by c.id limit ${limit}`.execute(db)
  return rows
}

export async function isInCall(db: Db, accountId: number, person: Person): Promise<boolean> {
  const { rows } = await sql`
    select from calls c where c.account_id = ${accountId} and ${isOf(person)} and not (${isOver}) limit 1`.execute(db)
  return rows.length > 0
}

export async function findAddresses(db: Db, accountId: number, person: Person): Promise<Person> {
  const { rows } = await sql<{ uuid: string; clientPhone: string | null }>`
    select c.uuid, c.client_phone from calls c
    where c.account_id = ${accountId} and ${isOf(person)} order by c.id desc limit 2000`.execute(db)
  const phones = rows.flatMap(({ clientPhone }) => clientPhone ?? [])
  // Hidden numbers are words of the carrier, which many callers share.
  return personOf(phones.filter(isE164), uuidsOf(rows))
}

const uuidsOf = (rows: readonly { uuid: string }[]): string[] => rows.map(({ uuid }) => uuid)

/** Calls were transferred to the person. The cost of the transfers remains. */
export async function eraseTransfersTo(db: Db, accountId: number, { phoneNumbers }: Person): Promise<number> {
  const { numAffectedRows } = await sql`
    update call_transfers set phone_number = ''
    where account_id = ${accountId} and phone_number = any(${phoneNumbers}::text[])
      and (deadline_at is null or deadline_at < app_now() - interval '15 minutes')`.execute(db)
  return Number(numAffectedRows)
}
