// The SQL that finds and deletes the leads of a person.
import { type RawBuilder, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { hasValue, type Person, personOf } from '#server/platform/person.ts'

function idsOf(accountId: number, { phoneNumbers, texts }: Person): RawBuilder<unknown> {
  const isOf = (table: string) =>
    sql`(${sql.ref(`${table}.phone_number`)} = any(${phoneNumbers}::text[])
      or ${hasValue(texts, sql.ref(`${table}.variables`))})`
  return sql`
    select l.id from leads l where l.account_id = ${accountId} and ${isOf('l')}
    union select s.lead_id from lead_contacts s where s.account_id = ${accountId} and ${isOf('s')}`
}

export async function findAddresses(db: Db, accountId: number, person: Person): Promise<Person> {
  const { rows } = await sql<{ phoneNumber: string }>`
    with found as (${idsOf(accountId, person)})
    select phone_number from leads where account_id = ${accountId} and id in (select id from found)
    union select phone_number from lead_contacts where account_id = ${accountId} and lead_id in (select id from found)
    limit 1000`.execute(db)
  return personOf(rows.map(({ phoneNumber }) => phoneNumber))
}

/** Returns the campaigns of the leads. */
export async function selectLeadsOf(db: Db, accountId: number, person: Person, limit: number) {
  const { rows } = await sql<{ id: number; campaignId: number }>`
    select id, campaign_id from leads where account_id = ${accountId} and id in (${idsOf(accountId, person)})
    order by campaign_id, id limit ${limit}`.execute(db)
  return rows
}

export async function deleteLeads(tx: DbTransaction, accountId: number, ids: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from leads where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(tx)
  return Number(numAffectedRows)
}

/** In the order of their ids, with their further contacts. */
export async function selectExportedLeads(db: Db, accountId: number, person: Person, after: number) {
  const { rows } = await sql<{ id: number }>`
    select l.id, l.campaign_id, l.phone_number, l.time_zone, l.variables, l.status, l.outcome, l.attempts, l.created_at,
      l.updated_at, coalesce((
        select json_agg(json_build_object('phone_number', s.phone_number, 'variables', s.variables) order by s.position)
        from lead_contacts s where s.account_id = l.account_id and s.lead_id = l.id), '[]') as secondary_contacts
    from leads l where l.account_id = ${accountId} and l.id > ${after} and l.id in (${idsOf(accountId, person)})
    order by l.id limit 500`.execute(db)
  return rows
}
