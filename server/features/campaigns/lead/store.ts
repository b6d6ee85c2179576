// The SQL of leads.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Contact, Lead, LeadStatus } from './lead.ts'

const columns = sql`
  l.account_id, l.id, l.campaign_id, k.name as campaign_name, l.phone_number, l.variables, l.status, l.created_at, l.updated_at,
  coalesce((
    select json_agg(json_build_object('phoneNumber', s.phone_number, 'variables', s.variables) order by s.position)
    from lead_contacts s where s.account_id = l.account_id and s.lead_id = l.id), '[]') as secondary_contacts`

const source = sql`leads l join campaigns k on k.account_id = l.account_id and k.id = l.campaign_id`

export async function findLead(db: Db, accountId: number, id: number): Promise<Lead | undefined> {
  const { rows } = await sql<Lead>`
    select ${columns} from ${source} where l.account_id = ${accountId} and l.id = ${id}`.execute(db)
  return rows[0]
}

export interface LeadFilter {
  status: LeadStatus | undefined
  campaignId: number | undefined
  /** Digits that the number contains. */
  phoneNumber: string | undefined
  /** Days in `timeZone`, both included. */
  dateFrom: string | undefined
  dateTo: string | undefined
  timeZone: string
}

/** Newest first. */
export async function selectLeads(
  db: Db,
  accountId: number,
  filter: LeadFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: Lead[]; total: number }> {
  const where = conditionOf(accountId, filter)
  const { rows } = await sql<{ total: number } & Lead>`
    with counted as (select count(*)::int as total from leads l where ${where})
    select ${columns}, total from counted left join lateral (
      select * from leads l where ${where} order by l.created_at desc, l.id desc limit ${limit} offset ${offset}
    ) l on true left join campaigns k on k.account_id = l.account_id and k.id = l.campaign_id
    order by l.created_at desc, l.id desc`.execute(db)
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}

function conditionOf(accountId: number, filter: LeadFilter): RawBuilder<unknown> {
  const { status, campaignId, phoneNumber, dateFrom, dateTo, timeZone } = filter
  const conditions = [sql`l.account_id = ${accountId}`]
  if (status) conditions.push(sql`l.status = ${status}`)
  if (campaignId) conditions.push(sql`l.campaign_id = ${campaignId}`)
  if (phoneNumber) conditions.push(sql`l.phone_number like ${`%${phoneNumber.replace(/\D/g, '')}%`}`)
  if (dateFrom) conditions.push(sql`l.created_at >= (${dateFrom}::date)::timestamp at time zone ${timeZone}`)
  if (dateTo) conditions.push(sql`l.created_at < (${dateTo}::date + 1)::timestamp at time zone ${timeZone}`)
  return sql.join(conditions, sql` and `)
}

export interface NewLead extends Contact {
  campaignId: number
  allowsDuplicate: boolean
}

/** Returns undefined if the campaign has a lead with this number and `allowsDuplicate` is false. */
export async function insertLead(
  db: Db,
  accountId: number,
  { campaignId, phoneNumber, variables, allowsDuplicate }: NewLead,
): Promise<number | undefined> {
  const exists = sql`exists (
    select from leads where account_id = ${accountId} and campaign_id = ${campaignId} and phone_number = ${phoneNumber})`
  const { rows } = await sql<{ id: number }>`
    insert into leads (account_id, campaign_id, phone_number, variables, status, is_duplicate, created_at, updated_at)
    select ${accountId}, ${campaignId}, ${phoneNumber}, ${JSON.stringify(variables)}::json, 'created', ${exists},
      app_now(), app_now()
    where ${allowsDuplicate} or not ${exists}
    on conflict do nothing returning id`.execute(db)
  return rows[0]?.id
}

export async function insertContacts(db: Db, accountId: number, leadId: number, contacts: readonly Contact[]) {
  await sql`
    insert into lead_contacts (account_id, lead_id, position, phone_number, variables)
    select ${accountId}, ${leadId}, c.position, c.contact ->> 'phoneNumber', c.contact -> 'variables'
    from json_array_elements(${JSON.stringify(contacts)}::json) with ordinality as c (contact, position)`.execute(db)
}

export interface LeadChanges {
  campaignId?: number | undefined
  phoneNumber?: string | undefined
  status?: LeadStatus | undefined
  variables?: Record<string, string> | undefined
}

/** Undefined fields do not change. Throws a unique violation if the campaign has another lead with the number. */
export async function updateLeadRow(
  db: Db,
  accountId: number,
  id: number,
  { campaignId, phoneNumber, status, variables }: LeadChanges,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update leads set campaign_id = coalesce(${campaignId ?? null}, campaign_id),
      phone_number = coalesce(${phoneNumber ?? null}, phone_number), status = coalesce(${status ?? null}, status),
      variables = (variables::jsonb || ${JSON.stringify(variables ?? {})}::jsonb)::json, updated_at = app_now()
    where account_id = ${accountId} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

export async function deleteLeadRow(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from leads where account_id = ${accountId} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}
