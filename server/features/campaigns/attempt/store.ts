// The SQL of attempts.
import { type RawBuilder, sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { allRows, allValues, oneRow, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CampaignRef } from '../campaign/store-status.ts'
import type { Attempt } from './attempt.ts'

const columns = sql`
  a.account_id, a.id, a.campaign_id, a.lead_id, a.number, a.channel, a.phone_number, a.uuid, a.call_id, a.message_id,
  a.decision, a.outcome, a.detail, a.goal_reached, a.created_at, a.ended_at`

function selectWhere(db: Db, condition: RawBuilder<unknown>): Promise<Attempt[]> {
  return allRows<Attempt>(db)`select ${columns} from campaign_attempts a where ${condition}`
}

/** Oldest first. */
export const selectAttempts = (db: Db, accountId: number, leadId: number): Promise<Attempt[]> =>
  selectWhere(db, sql`a.account_id = ${accountId} and a.lead_id = ${leadId} order by a.number`)

/** Locks the attempt of the call until the transaction ends. */
export async function lockAttemptOfCall(tx: DbTransaction, accountId: number, callId: number) {
  const condition = sql`a.account_id = ${accountId} and a.call_id = ${callId} for no key update`
  return (await selectWhere(tx, condition))[0]
}

export async function lockAttempt(tx: DbTransaction, uuid: string): Promise<Attempt | undefined> {
  return (await selectWhere(tx, sql`a.uuid = ${uuid} for no key update`))[0]
}

export async function findAttempt(db: Db, uuid: string): Promise<Attempt | undefined> {
  return (await selectWhere(db, sql`a.uuid = ${uuid}`))[0]
}

export async function saveMessageId(db: Db, { accountId, id }: Pick<Attempt, 'accountId' | 'id'>, messageId: number) {
  await sql`
    update campaign_attempts set message_id = ${messageId} where account_id = ${accountId} and id = ${id}`.execute(db)
}

/** Calls of the campaign that may not have been dialed. */
export async function selectOpenCalls(db: Db, { accountId, campaignId }: CampaignRef): Promise<number[]> {
  const open = sql`
    a.account_id = ${accountId} and a.campaign_id = ${campaignId} and a.ended_at is null and a.call_id is not null`
  return (await selectWhere(db, open)).map(({ callId }) => callId!)
}

export function countOpen(db: Db, { accountId, campaignId }: CampaignRef): Promise<number> {
  return oneValue<number>(db)`
    select count(*)::int as count from campaign_attempts
    where account_id = ${accountId} and campaign_id = ${campaignId} and ended_at is null`
}

type NewAttempt = Pick<
  Attempt,
  'campaignId' | 'number' | 'channel' | 'phoneNumber' | 'uuid' | 'callId' | 'decision'
> & {
  leadId: number
  /** Null for calls. */
  expiresInMs: number | null
}

export async function insertAttempt(db: Db, accountId: number, attempt: NewAttempt): Promise<void> {
  const { campaignId, leadId, number, channel, phoneNumber, uuid, callId, decision, expiresInMs } = attempt
  await sql`
    insert into campaign_attempts (account_id, campaign_id, lead_id, number, channel, phone_number, uuid, call_id,
      decision, created_at, expires_at)
    values (${accountId}, ${campaignId}, ${leadId}, ${number}, ${channel}, ${phoneNumber}, ${uuid}, ${callId},
      ${JSON.stringify(decision)}::json, app_now(), ${expiresInMs === null ? null : fromNow(expiresInMs)})`.execute(db)
}

/** The attempt ends with its first outcome. */
export async function saveOutcome(
  db: Db,
  { accountId, id }: Pick<Attempt, 'accountId' | 'id'>,
  { outcome, detail }: { outcome: string; detail: string | null },
): Promise<void> {
  await sql`
    update campaign_attempts set outcome = ${outcome}, detail = ${detail}, ended_at = coalesce(ended_at, app_now())
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

export async function saveGoal(db: Db, { accountId, id }: Pick<Attempt, 'accountId' | 'id'>, goalReached: boolean) {
  await sql`
    update campaign_attempts set goal_reached = ${goalReached} where account_id = ${accountId} and id = ${id}`.execute(
    db,
  )
}

/** When campaigns have sent messages to one of the numbers in the last 24 hours, newest first. */
export function selectRecentTexts(db: Db, accountId: number, phoneNumbers: readonly string[]): Promise<Timestamp[]> {
  return allValues<Timestamp>(db)`
    select created_at as at from campaign_attempts
    where account_id = ${accountId} and phone_number = any(${phoneNumbers}::text[]) and channel <> 'call'
      and created_at > app_now() - interval '1 day' and outcome is distinct from 'canceled'
    order by created_at desc limit 20`
}

/** How long the latest calls of all campaigns of the account took, with their ringing. Null before the first one. */
export function averageCallSeconds(db: Db, accountId: number): Promise<number | null> {
  return oneValue<number | null>(db)`
    select avg(extract(epoch from ended_at - created_at))::float8 from (
      select created_at, ended_at from campaign_attempts
      where account_id = ${accountId} and phone_number <> '' and channel = 'call' and ended_at is not null
        and outcome <> 'canceled'
      order by created_at desc limit 100) latest`
}

/** Among the latest attempts since `since`. */
export function countRecentFailures(
  db: Db,
  { accountId, campaignId }: CampaignRef,
  { since, limit }: { since: Timestamp; limit: number },
): Promise<{ ended: number; failed: number }> {
  return oneRow<{ ended: number; failed: number }>(db)`
    select count(*)::int as ended, count(*) filter (where outcome = 'failed')::int as failed from (
      select outcome from campaign_attempts
      where account_id = ${accountId} and campaign_id = ${campaignId} and created_at >= ${since} and ended_at is not null
        and outcome <> 'canceled'
      order by created_at desc limit ${limit}) latest`
}
