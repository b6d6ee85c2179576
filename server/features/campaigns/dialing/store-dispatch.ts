// SQL across the campaigns of all accounts: which of them can contact leads, and when the next one can.
import { sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, firstValue, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Channel } from '../campaign/campaign.ts'
import type { CampaignRef } from '../campaign/store-status.ts'

export interface ReadyCampaign extends CampaignRef {
  channel: Channel
  maxCallsInParallel: number
  /** Attempts in progress. */
  open: number
  /** When it began an attempt for the last time; 0 if it never did. */
  servedAtMs: number
}

export function selectReady(db: Db, limit: number): Promise<ReadyCampaign[]> {
  return allRows<ReadyCampaign>(db)`
    select k.account_id, k.id as campaign_id, k.channel, k.max_calls_in_parallel,
      coalesce(extract(epoch from k.last_attempt_at) * 1000, 0)::float8 as served_at_ms, (
      select count(*)::int from campaign_attempts a
      where a.account_id = k.account_id and a.campaign_id = k.id and a.ended_at is null and a.channel = 'call') as open
    from campaigns k where k.status = 'in-progress' and k.next_at <= app_now()
    order by k.last_attempt_at nulls first limit ${limit}`
}

/** Campaigns whose scheduled start has come. */
export function selectDueStarts(db: Db, limit: number): Promise<CampaignRef[]> {
  return allRows<CampaignRef>(db)`
    select account_id, id as campaign_id from campaigns
    where status = 'scheduled' and scheduled_start_at <= app_now() order by scheduled_start_at limit ${limit}`
}

/** Messages whose delivery the carrier has not reported. */
export function selectExpired(db: Db, limit: number): Promise<{ accountId: number; uuid: string }[]> {
  return allRows<{ accountId: number; uuid: string }>(db)`
    select account_id, uuid from campaign_attempts where ended_at is null and expires_at <= app_now()
    order by expires_at limit ${limit}`
}

/** The next time at which something has to be done; `servedAt` is when campaigns were looked for that are ready. */
export function selectNextWakeUp(db: Db, servedAt: Timestamp): Promise<Timestamp | null> {
  return oneValue<Timestamp | null>(db)`
    select least(
      (select min(next_at) from campaigns where status = 'in-progress' and next_at > ${servedAt}),
      (select min(scheduled_start_at) from campaigns where status = 'scheduled'),
      (select min(expires_at) from campaign_attempts where ended_at is null and expires_at is not null)) as at`
}

/** The number of the campaign that was used least recently; undefined if it has none of its own. */
export function findNextNumber(db: Db, { accountId, campaignId }: CampaignRef): Promise<number | undefined> {
  return firstValue<number>(db)`
    select phone_number_id as id from campaign_phone_numbers
    where account_id = ${accountId} and campaign_id = ${campaignId}
    order by used_at nulls first, phone_number_id limit 1`
}

/** After an attempt; `pauseMs` is the time until the campaign may send the next message. */
export async function recordAttempt(
  db: Db,
  { accountId, campaignId }: CampaignRef,
  { phoneNumberId = null, pauseMs }: { phoneNumberId?: number | null | undefined; pauseMs: number | undefined },
): Promise<void> {
  const nextMessageAt = pauseMs === undefined ? sql`next_message_at` : fromNow(pauseMs)
  await sql`
    with used as (
      update campaign_phone_numbers set used_at = app_now()
      where account_id = ${accountId} and campaign_id = ${campaignId} and phone_number_id = ${phoneNumberId}
    )
    update campaigns set last_attempt_at = app_now(), waiting_reason = null, next_message_at = ${nextMessageAt}
    where account_id = ${accountId} and id = ${campaignId}`.execute(db)
}
