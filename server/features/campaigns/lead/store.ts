// The SQL of leads.
import { type RawBuilder, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type DayRange, dayConditions } from '#server/platform/database/day-range.ts'
import {
  allRows,
  changesOne,
  countChanges,
  firstRow,
  firstValue,
  pageRows,
} from '#server/platform/database/statements.ts'
import type { CampaignRef } from '../campaign/store-status.ts'
import type { Contact, Lead, LeadStatus } from './lead.ts'

const columns = sql`
  l.account_id, l.id, l.campaign_id, k.name as campaign_name, k.status as campaign_status, l.phone_number, l.extension,
  l.variables, l.unverified_variables, l.status, l.time_zone, l.is_requested, l.due_at, l.waiting_reason, l.contact_position,
  l.is_fallback, l.tries,
  l.attempts, l.outcome, l.created_at, l.updated_at,
  coalesce((
    select json_agg(json_build_object('phoneNumber', s.phone_number, 'extension', s.extension, 'variables', s.variables) order by s.position)
    from lead_contacts s where s.account_id = l.account_id and s.lead_id = l.id), '[]') as secondary_contacts`

const source = sql`leads l join campaigns k on k.account_id = l.account_id and k.id = l.campaign_id`

export function findLead(db: Db, accountId: number, id: number): Promise<Lead | undefined> {
  return firstRow<Lead>(db)`
    select ${columns} from ${source} where l.account_id = ${accountId} and l.id = ${id}`
}

/** Duplicates are left out. */
export function findLeadByNumber(
  db: Db,
  accountId: number,
  { campaignId, phoneNumber, extension }: Pick<Lead, 'campaignId' | 'phoneNumber' | 'extension'>,
): Promise<Lead | undefined> {
  return firstRow<Lead>(db)`
    select ${columns} from ${source}
    where l.account_id = ${accountId} and l.campaign_id = ${campaignId} and l.phone_number = ${phoneNumber}
      and coalesce(l.extension, '') = ${extension ?? ''} and not l.is_duplicate`
}

export interface LeadFilter extends DayRange {
  status: LeadStatus | undefined
  campaignId: number | undefined
  /** Digits that the number contains. */
  phoneNumber: string | undefined
  /** The numbers of a contact. */
  phoneNumbers: readonly string[] | undefined
}

/** Newest first. */
export function selectLeads(
  db: Db,
  accountId: number,
  filter: LeadFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: Lead[]; total: number }> {
  const where = conditionOf(accountId, filter)
  return pageRows<Lead>(db)`
    with counted as (${totalOf(accountId, filter)})
    select ${columns}, total from counted left join lateral (
      select * from leads l where ${where} order by l.created_at desc, l.id desc limit ${limit} offset ${offset}
    ) l on true left join campaigns k on k.account_id = l.account_id and k.id = l.campaign_id
    order by l.created_at desc, l.id desc`
}

function conditionOf(accountId: number, filter: LeadFilter): RawBuilder<unknown> {
  const { status, campaignId, phoneNumber, phoneNumbers } = filter
  const conditions = [sql`l.account_id = ${accountId}`]
  if (status) conditions.push(sql`l.status = ${status}`)
  if (campaignId) conditions.push(sql`l.campaign_id = ${campaignId}`)
  if (phoneNumber) conditions.push(sql`l.phone_number like ${`%${phoneNumber.replace(/\D/g, '')}%`}`)
  if (phoneNumbers) conditions.push(sql`l.phone_number = any(${phoneNumbers}::text[])`)
  conditions.push(...dayConditions(sql`l.created_at`, filter))
  return sql.join(conditions, sql` and `)
}

/** Leads are counted one by one only if a filter does so, because a campaign can have a million. */
function totalOf(accountId: number, filter: LeadFilter): RawBuilder<unknown> {
  const { status, campaignId, phoneNumber, phoneNumbers, dateFrom, dateTo } = filter
  if (phoneNumber || phoneNumbers || dateFrom || dateTo)
    return sql`select count(*)::int as total from leads l where ${conditionOf(accountId, filter)}`
  const conditions = [sql`c.account_id = ${accountId} and c.kind = 'lead'`]
  if (status) conditions.push(sql`c.value = ${status}`)
  if (campaignId) conditions.push(sql`c.campaign_id = ${campaignId}`)
  return sql`
    select coalesce(sum(c.count), 0)::int as total from campaign_counts c where ${sql.join(conditions, sql` and `)}`
}

export interface NewLead extends Contact {
  campaignId: number
  timeZone: string | null
  isRequested: boolean
  allowsDuplicate: boolean
  /** See `Lead`. */
  unverifiedVariables?: readonly string[]
}

/** Returns undefined if the campaign has a lead with this number and `allowsDuplicate` is false. */
export function insertLead(
  db: Db,
  accountId: number,
  {
    campaignId,
    phoneNumber,
    extension,
    variables,
    unverifiedVariables,
    timeZone,
    isRequested,
    allowsDuplicate,
  }: NewLead,
): Promise<number | undefined> {
  const exists = sql`exists (
    select from leads
    where account_id = ${accountId} and campaign_id = ${campaignId} and phone_number = ${phoneNumber}
      and coalesce(extension, '') = ${extension ?? ''} and not is_duplicate)`
  return firstValue<number>(db)`
    insert into leads (account_id, campaign_id, phone_number, extension, variables, unverified_variables, time_zone,
      is_requested, status, is_duplicate, due_at, created_at, updated_at)
    select ${accountId}, ${campaignId}, ${phoneNumber}, ${extension}, ${JSON.stringify(variables)}::json,
      ${unverifiedVariables ?? []}::text[], ${timeZone}, ${isRequested}, 'created', ${exists}, app_now(), app_now(), app_now()
    where ${allowsDuplicate} or not ${exists}
    on conflict do nothing returning id`
}

export async function insertContacts(db: Db, accountId: number, leadId: number, contacts: readonly Contact[]) {
  await sql`
    insert into lead_contacts (account_id, lead_id, position, phone_number, extension, variables)
    select ${accountId}, ${leadId}, c.position, c.contact ->> 'phoneNumber', c.contact ->> 'extension', c.contact -> 'variables'
    from json_array_elements(${JSON.stringify(contacts)}::json) with ordinality as c (contact, position)`.execute(db)
}

/** It waits for hours of the schedule or of the law. */
export const isClosed = sql`waiting_reason in ('outside_hours', 'legal_hours')`

export interface LeadChanges {
  campaignId?: number | undefined
  phoneNumber?: string | undefined
  /** Set with the number. */
  extension?: string | null | undefined
  status?: LeadStatus | undefined
  variables?: Record<string, string> | undefined
  timeZone?: string | null | undefined
  isRequested?: boolean | undefined
  /** Those of `variables` that become unverified; see `Lead`. */
  unverifiedVariables?: readonly string[] | undefined
}

/**
 * Undefined fields do not change. A lead that becomes `created` is contacted as a new one, and one whose hours have
 * changed is due. Returns false if there is no such lead. Throws a unique violation if the campaign has another lead with the number.
 */
export function updateLeadRow(
  db: Db,
  accountId: number,
  id: number,
  {
    campaignId,
    phoneNumber,
    extension,
    status,
    variables = {},
    timeZone,
    isRequested,
    unverifiedVariables = [],
  }: LeadChanges,
): Promise<boolean> {
  const newTimeZone = sql`case when ${timeZone === undefined} then time_zone else ${timeZone ?? null} end`
  const verified = Object.keys(variables).filter((name) => !unverifiedVariables.includes(name))
  const begins = sql`${status === 'created'}`
  // Its hours are others now.
  const reopens = sql`coalesce(${isClosed} and (campaign_id, phone_number, time_zone) is distinct from (
    coalesce(${campaignId ?? null}, campaign_id), coalesce(${phoneNumber ?? null}, phone_number), ${newTimeZone}), false)`
  return changesOne(db)`
    update leads set campaign_id = coalesce(${campaignId ?? null}, campaign_id),
      phone_number = coalesce(${phoneNumber ?? null}, phone_number),
      extension = case when ${extension === undefined} then extension else ${extension ?? null} end,
      status = coalesce(${status ?? null}, status),
      variables = (variables::jsonb || ${JSON.stringify(variables)}::jsonb)::json,
      unverified_variables = array(
        select unnest(unverified_variables || ${unverifiedVariables}::text[]) except select unnest(${verified}::text[])),
      time_zone = ${newTimeZone},
      is_requested = coalesce(${isRequested ?? null}, is_requested),
      due_at = case when ${begins} or ${reopens} then app_now() else due_at end,
      waiting_reason = case when ${begins} or ${reopens} then null else waiting_reason end,
      outcome = case when ${begins} then null else outcome end,
      contact_position = case when ${begins} then 0 else contact_position end,
      is_fallback = not ${begins} and is_fallback, tries = case when ${begins} then 0 else tries end,
      updated_at = app_now()
    where account_id = ${accountId} and id = ${id}`
}

/** What the attempts change. */
export type LeadProgress = Pick<
  Lead,
  'status' | 'contactPosition' | 'isFallback' | 'tries' | 'attempts' | 'outcome' | 'waitingReason'
> & { dueAt: Date | string }

export async function saveProgress(db: Db, { accountId, id }: Pick<Lead, 'accountId' | 'id'>, lead: LeadProgress) {
  await sql`
    update leads set status = ${lead.status}, contact_position = ${lead.contactPosition},
      is_fallback = ${lead.isFallback}, tries = ${lead.tries}, attempts = ${lead.attempts}, outcome = ${lead.outcome},
      due_at = ${lead.dueAt}, waiting_reason = ${lead.waitingReason}, updated_at = app_now()
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

/** Waiting leads are not contacted before these times. */
export async function postponeLeads(
  db: Db,
  accountId: number,
  leads: readonly { id: number; dueAt: Date }[],
  reason: string,
): Promise<void> {
  await sql`
    update leads l set due_at = p.due_at, waiting_reason = ${reason}
    from unnest(${leads.map(({ id }) => id)}::bigint[], ${leads.map(({ dueAt }) => dueAt)}::timestamptz[]) p (id, due_at)
    where l.account_id = ${accountId} and l.id = p.id`.execute(db)
}

/** A lead that waits again while its attempt is still in progress is not contacted before the end of the attempt. */
export const isWaiting = sql`
  l.status in ('created', 'scheduled', 'rescheduled') and not exists (
    select from campaign_attempts a
    where a.account_id = l.account_id and a.lead_id = l.id and a.ended_at is null)`

/** The index has the leads of each channel in the order in which they are due, so they are selected for each channel. */
const channels = sql`(values (false), (true)) f (is_fallback)`
const waitingOfChannel = ({ accountId, campaignId }: CampaignRef) => sql`
  l.account_id = ${accountId} and l.campaign_id = ${campaignId} and ${isWaiting} and l.is_fallback = f.is_fallback`

/** Leads that can be contacted now, locked until the transaction ends. Those that another transaction locks are left out. */
export function lockDueLeads(
  tx: DbTransaction,
  ref: CampaignRef,
  { limit, withFallback }: { limit: number; withFallback: boolean },
): Promise<Lead[]> {
  return allRows<Lead>(tx)`
    select ${columns} from ${channels} cross join lateral (
      select * from leads l where ${waitingOfChannel(ref)} and l.due_at <= app_now()
      order by l.due_at, l.id limit ${limit} for no key update skip locked
    ) l join campaigns k on k.account_id = l.account_id and k.id = l.campaign_id
    where ${withFallback} or not f.is_fallback
    order by l.due_at, l.id limit ${limit}`
}

/** The waiting lead that is due first. */
export function findNextDue(db: Db, ref: CampaignRef): Promise<Pick<Lead, 'dueAt' | 'waitingReason'> | undefined> {
  return firstRow<Pick<Lead, 'dueAt' | 'waitingReason'>>(db)`
    select l.due_at, l.waiting_reason from ${channels} cross join lateral (
      select * from leads l where ${waitingOfChannel(ref)} order by l.due_at, l.id limit 1
    ) l order by l.due_at, l.id limit 1`
}

export async function countLeads(db: Db, { accountId, campaignId }: CampaignRef, status: LeadStatus): Promise<number> {
  const found = await firstValue<number>(db)`
  select count from campaign_counts
  where account_id = ${accountId} and campaign_id = ${campaignId} and kind = 'lead' and value = ${status}`
  return found ?? 0
}

/** Locks the lead until the transaction ends. */
export function lockLead(tx: DbTransaction, accountId: number, id: number): Promise<Lead | undefined> {
  return firstRow<Lead>(tx)`
    select ${columns} from ${source}
    where l.account_id = ${accountId} and l.id = ${id} for no key update of l`
}

/** Returns how many leads there were. */
export function deleteLeadRows(db: Db, accountId: number, ids: readonly number[]): Promise<number> {
  return countChanges(db)`
    delete from leads where account_id = ${accountId} and id = any(${ids}::bigint[])`
}

export function selectLeadsById(db: Db, accountId: number, ids: readonly number[]): Promise<Lead[]> {
  return allRows<Lead>(db)`
    select ${columns} from ${source} where l.account_id = ${accountId} and l.id = any(${ids}::bigint[])`
}
