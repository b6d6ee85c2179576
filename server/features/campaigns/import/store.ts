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
  const extensions = leads.map(({ extension }) => extension)
  const timeZones = leads.map(({ timeZone }) => timeZone ?? null)
  const variables = `[${leads.map((lead) => lead.variables).join(',')}]`
  const contacts = JSON.stringify(
    leads.flatMap(({ secondaryContacts }, index) =>
      secondaryContacts.map((contact, at) => ({ lead: index + 1, position: at + 1, ...contact })),
    ),
  )
  // Elements of a list keep their order. The ids are chosen here, so that secondary contacts find their leads.
  const input = sql`
    select nextval(pg_get_serial_sequence('leads', 'id')) as id, r.* from (
      select n.phone_number, n.extension, n.time_zone, v.variables, n.position,
        row_number() over (partition by n.phone_number, n.extension order by n.position) as copy
      from unnest(${numbers}::text[], ${extensions}::text[], ${timeZones}::text[])
        with ordinality n (phone_number, extension, time_zone, position)
      join json_array_elements(${variables}::json) with ordinality v (variables, position) using (position)
      order by n.position
    ) r`
  const columns = sql`account_id, id, campaign_id, phone_number, extension, time_zone, variables, status, is_duplicate,
    due_at, created_at, updated_at`
  const values = (isDuplicate: boolean) => sql`
    ${accountId}, id, ${campaignId}, phone_number, extension, time_zone, variables, 'created', ${isDuplicate},
    app_now(), app_now(), app_now()`
  return oneValue<number>(db)`
    with input as materialized (${input}),
    added as (
      insert into leads (${columns}) overriding system value
      select ${values(false)} from input where copy = 1 order by position
      on conflict do nothing returning id, phone_number, coalesce(extension, '') as extension
    ),
    repeated as (
      insert into leads (${columns}) overriding system value
      select ${values(true)} from input
      where ${allowsDuplicates}
        and (copy > 1 or (phone_number, coalesce(extension, '')) not in (select phone_number, extension from added))
      order by position returning id
    ),
    stored as (select id from added union all select id from repeated),
    contacts as (
      insert into lead_contacts (account_id, lead_id, position, phone_number, extension, variables)
      select ${accountId}, i.id, c.position, c."phoneNumber", c.extension, '{}'
      from json_to_recordset(${contacts}::json) as c (lead bigint, position int, "phoneNumber" text, extension text)
      join input i on i.position = c.lead
      where i.id in (select id from stored)
    )
    select count(*)::int as count from stored`
}
