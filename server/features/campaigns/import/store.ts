// The SQL of imported leads.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { oneValue } from '#server/platform/database/statements.ts'
import type { ImportedLead } from './read-lead.ts'

export interface LeadBatch {
  campaignId: number
  allowsDuplicates: boolean
  leads: readonly ImportedLead[]
}

/**
 * Adds leads in their order, and returns how many. Without `allowsDuplicates`, those whose number the campaign has are
 * left out. Throws a foreign key violation if the campaign does not exist.
 */
export function insertLeads(
  db: Db,
  accountId: number,
  { campaignId, allowsDuplicates, leads }: LeadBatch,
): Promise<number> {
  const numbers = leads.map(({ phoneNumber }) => phoneNumber)
  const timeZones = leads.map(({ timeZone }) => timeZone ?? null)
  const variables = `[${leads.map((lead) => lead.variables).join(',')}]`
  // Elements of a list keep their order.
  const input = sql`
    select n.phone_number, n.time_zone, v.variables, n.position, row_number() over (partition by n.phone_number order by n.position) as copy
    from unnest(${numbers}::text[], ${timeZones}::text[]) with ordinality n (phone_number, time_zone, position)
    join json_array_elements(${variables}::json) with ordinality v (variables, position) using (position)`
  const columns = sql`
    account_id, campaign_id, phone_number, time_zone, variables, status, is_duplicate, due_at, created_at, updated_at`
  const values = (isDuplicate: boolean) =>
    sql`${accountId}, ${campaignId}, phone_number, time_zone, variables, 'created', ${isDuplicate}, app_now(), app_now(), app_now()`
  return oneValue<number>(db)`
    with input as materialized (${input}),
    added as (
      insert into leads (${columns}) select ${values(false)} from input where copy = 1 order by position
      on conflict do nothing returning phone_number
    ),
    repeated as (
      insert into leads (${columns}) select ${values(true)} from input
      where ${allowsDuplicates} and (copy > 1 or phone_number not in (select phone_number from added))
      order by position returning id
    )
    select ((select count(*) from added) + (select count(*) from repeated))::int as count`
}
