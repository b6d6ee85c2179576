// The SQL of the usage by day, which a trigger adds up while entries are booked.
import { sql } from 'kysely'
import type { UsageChannel, UsageGroup } from '#contract/account/billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, oneRow } from '#server/platform/database/statements.ts'

export interface UsageSums {
  calls: number
  seconds: number
  messages: number
  segments: number
  aiSteps: number
  costMicros: number
}

/** Null where the rows are not grouped by it. 0: no assistant, campaign or member. */
export interface UsageRow extends UsageSums {
  day: string | null
  channel: UsageChannel | null
  assistantId: number | null
  campaignId: number | null
  memberId: number | null
}

export interface UsageFilter {
  /** Days in the time zone of the account, both included. */
  dateFrom: string
  dateTo: string
  channel: UsageChannel | undefined
  assistantId: number | undefined
  campaignId: number | undefined
}

const columns = {
  day: sql`u.day`,
  channel: sql`u.channel`,
  assistant: sql`u.assistant_id`,
  campaign: sql`u.campaign_id`,
  member: sql`u.member_id`,
}

/** Newest day first, then by what was spent most on. */
export function selectUsage(
  db: Db,
  accountId: number,
  { dateFrom, dateTo, channel, assistantId, campaignId }: UsageFilter,
  { groups, limit }: { groups: ReadonlySet<UsageGroup>; limit: number },
): Promise<UsageRow[]> {
  const conditions = [sql`u.account_id = ${accountId} and u.day between ${dateFrom}::date and ${dateTo}::date`]
  if (channel) conditions.push(sql`u.channel = ${channel}`)
  if (assistantId !== undefined) conditions.push(sql`u.assistant_id = ${assistantId}`)
  if (campaignId !== undefined) conditions.push(sql`u.campaign_id = ${campaignId}`)
  const value = (group: UsageGroup) => (groups.has(group) ? columns[group] : sql`null`)
  return allRows<UsageRow>(db)`
    select ${value('day')}::text as day, ${value('channel')}::text as channel,
      ${value('assistant')}::bigint as assistant_id, ${value('campaign')}::bigint as campaign_id,
      ${value('member')}::bigint as member_id, sum(u.calls)::bigint as calls, sum(u.seconds)::bigint as seconds,
      sum(u.messages)::bigint as messages, sum(u.segments)::bigint as segments, sum(u.ai_steps)::bigint as ai_steps,
      sum(u.cost_micros)::bigint as cost_micros
    from usage_days u where ${sql.join(conditions, sql` and `)}
    group by ${sql.join([...groups].map((group) => columns[group]))}
    order by 1 desc nulls last, sum(u.cost_micros) desc, 2, 3, 4, 5 limit ${limit}`
}

/** Today in the time zone of the account, and the day that is `days` before. */
export function selectDays(
  db: Db,
  { timeZone, dateFrom, dateTo, days }: { timeZone: string; dateFrom?: string; dateTo?: string; days: number },
): Promise<{ dateFrom: string; dateTo: string; count: number }> {
  return oneRow<{ dateFrom: string; dateTo: string; count: number }>(db)`
    with ends as (
      select coalesce(${dateTo ?? null}::date, (app_now() at time zone ${timeZone})::date) as last
    ), range as (
      select coalesce(${dateFrom ?? null}::date, last - ${days - 1}::int) as first, last from ends
    )
    select first::text as date_from, last::text as date_to, last - first + 1 as count from range`
}
