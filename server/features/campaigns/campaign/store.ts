// The SQL of campaigns: their settings and what is shown of them.
import { type RawBuilder, sql } from 'kysely'
import { assignments, columnsAndValues } from '#server/platform/database/columns-and-values.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow, mapOf, oneValue } from '#server/platform/database/statements.ts'
import type { Campaign, CampaignSettings, CampaignWithCounts } from './campaign.ts'

const columns = sql`
  k.account_id, k.id, k.name, k.channel, k.status, k.pause_reason, k.pause_message, k.assistant_id, k.time_zone, k.uses_lead_time_zone,
  k.scheduled_start_at, k.schedule_windows, k.allowed_hours_start, k.allowed_hours_end, k.allowed_days,
  k.max_calls_in_parallel, k.messages_per_minute, k.max_retries, k.retry_interval_minutes, k.retry_on_voicemail,
  k.retry_on_goal_incomplete, k.goal_completion_variable, k.mark_complete_when_no_leads, k.chatapp_sender_id,
  k.chatapp_template_id, k.sms_phone_number_id, k.sms_body, k.text_variable_mapping, k.fallback_channel, k.purpose,
  k.topic, k.requires_consent, k.contact_gap_minutes, k.contacts_per_day, k.next_at, k.waiting_reason, k.started_at,
  k.completed_at, k.created_at, k.updated_at,
  coalesce((
    select json_agg(n.phone_number_id order by n.phone_number_id) from campaign_phone_numbers n
    where n.account_id = k.account_id and n.campaign_id = k.id), '[]') as phone_number_ids`

const counts = sql`
  coalesce((
    select json_object_agg(kind, by_value) from (
      select c.kind, json_object_agg(c.value, c.count) as by_value from campaign_counts c
      where c.account_id = k.account_id and c.campaign_id = k.id group by c.kind) kinds), '{}') as counts,
  case when k.status = 'in-progress' then (
    select count(*)::int from campaign_attempts a
    where a.account_id = k.account_id and a.campaign_id = k.id and a.created_at > greatest(k.started_at, app_now() - interval '10 minutes'))
  else 0 end as recent_attempts`

function selectWithCounts(db: Db, condition: RawBuilder<unknown>): Promise<CampaignWithCounts[]> {
  return allRows<CampaignWithCounts>(db)`
    select ${columns}, ${counts} from campaigns k where ${condition} order by k.id desc`
}

/** Newest first. */
export const selectCampaigns = (db: Db, accountId: number): Promise<CampaignWithCounts[]> =>
  selectWithCounts(db, sql`k.account_id = ${accountId}`)

export async function findCampaignWithCounts(db: Db, accountId: number, id: number) {
  return (await selectWithCounts(db, sql`k.account_id = ${accountId} and k.id = ${id}`))[0]
}

export function findCampaign(db: Db, accountId: number, id: number): Promise<Campaign | undefined> {
  return firstRow<Campaign>(db)`
    select ${columns} from campaigns k where k.account_id = ${accountId} and k.id = ${id}`
}

export function selectCampaignNames(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  return mapOf<number, string>(db)`
    select id, name from campaigns where account_id = ${accountId} and id = any(${ids}::bigint[])`
}

type Columns = Omit<CampaignSettings, 'phoneNumberIds'>

/** Values as they are written to their columns. */
function valuesOf({ scheduleWindows, allowedDays, textVariableMapping, ...plain }: Partial<Columns>) {
  return {
    ...plain,
    ...(scheduleWindows && { scheduleWindows: sql`${JSON.stringify(scheduleWindows)}::jsonb` }),
    ...(allowedDays && { allowedDays: sql`${allowedDays}::text[]` }),
    ...(textVariableMapping && { textVariableMapping: sql`${JSON.stringify(textVariableMapping)}::json` }),
  }
}

export function insertCampaign(db: Db, accountId: number, settings: Columns): Promise<number> {
  const row = columnsAndValues({
    accountId,
    ...valuesOf(settings),
    createdAt: sql`app_now()`,
    updatedAt: sql`app_now()`,
  })
  return oneValue<number>(db)`insert into campaigns ${row} returning id`
}

/** A campaign in progress applies the changes at once. */
export function updateCampaignRow(db: Db, accountId: number, id: number, changes: Partial<Columns>) {
  const changed = assignments({ ...valuesOf(changes), updatedAt: sql`app_now()` })
  return changesOne(db)`
    update campaigns set ${changed}, next_at = case when status = 'in-progress' then app_now() end
    where account_id = ${accountId} and id = ${id}`
}

export async function replacePhoneNumbers(db: Db, accountId: number, campaignId: number, ids: readonly number[]) {
  await sql`
    with removed as (
      delete from campaign_phone_numbers
      where account_id = ${accountId} and campaign_id = ${campaignId} and phone_number_id <> all(${ids}::bigint[])
    )
    insert into campaign_phone_numbers (account_id, campaign_id, phone_number_id)
    select ${accountId}, ${campaignId}, unnest(${ids}::bigint[]) on conflict do nothing`.execute(db)
}

export function deleteCampaignRow(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    delete from campaigns where account_id = ${accountId} and id = ${id}`
}
