// The SQL of the status of campaigns, and of the time at which they contact the next lead.
import { type RawBuilder, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { changesOne, firstRow, oneRow, oneValue } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Campaign, CampaignStatus, PauseReason } from './campaign.ts'

export interface CampaignRef {
  accountId: number
  campaignId: number
}

export const refOf = ({ accountId, id }: Pick<Campaign, 'accountId' | 'id'>): CampaignRef => ({
  accountId,
  campaignId: id,
})

export interface LockedCampaign {
  status: CampaignStatus
  updatedAt: Timestamp
  /** Null if it can send a message now. */
  nextMessageAt: Timestamp | null
}

/** Locks the campaign until the transaction ends. Leads can be added in the meantime, unless `againstLeads`. */
export function lockCampaign(
  tx: DbTransaction,
  { accountId, campaignId }: CampaignRef,
  { againstLeads = false } = {},
): Promise<LockedCampaign | undefined> {
  const strength = againstLeads ? sql`for update` : sql`for no key update`
  return firstRow<LockedCampaign>(tx)`
    select status, updated_at, next_message_at from campaigns
    where account_id = ${accountId} and id = ${campaignId} ${strength}`
}

async function setStatus(db: Db, { accountId, campaignId }: CampaignRef, changes: RawBuilder<unknown>): Promise<void> {
  await sql`
    update campaigns set ${changes}, waiting_reason = null, updated_at = app_now()
    where account_id = ${accountId} and id = ${campaignId}`.execute(db)
}

export const setScheduled = (db: Db, ref: CampaignRef) =>
  setStatus(
    db,
    ref,
    sql`status = 'scheduled', pause_reason = null, pause_message = null, next_at = null, completed_at = null`,
  )

export const setInProgress = (db: Db, ref: CampaignRef) =>
  setStatus(
    db,
    ref,
    sql`status = 'in-progress', pause_reason = null, pause_message = null, next_at = app_now(), started_at = app_now(),
      completed_at = null`,
  )

export const setPaused = (db: Db, ref: CampaignRef, { reason, message }: { reason: PauseReason; message: string }) =>
  setStatus(db, ref, sql`status = 'paused', pause_reason = ${reason}, pause_message = ${message}, next_at = null`)

export const setCompleted = (db: Db, ref: CampaignRef) =>
  setStatus(db, ref, sql`status = 'completed', next_at = null, completed_at = app_now()`)

/**
 * For a campaign in progress. `nextAt` is null if it waits for leads or for its attempts. Returns false if the campaign is
 * no longer in progress, or was changed after `unchangedSince`.
 */
export function setWaiting(
  db: Db,
  { accountId, campaignId }: CampaignRef,
  { nextAt, reason }: { nextAt: Date | Timestamp | null; reason: string | null },
  unchangedSince: Timestamp | null = null,
): Promise<boolean> {
  return changesOne(db)`
    update campaigns set next_at = ${nextAt}, waiting_reason = ${reason}
    where account_id = ${accountId} and id = ${campaignId} and status = 'in-progress'
      and updated_at = coalesce(${unchangedSince}::timestamptz, updated_at)`
}

/**
 * The campaign looks for its next lead. Waits for a round of the campaign that has not ended, because the round may not see
 * what the transaction has changed. Returns false if the campaign is not in progress.
 */
export function wakeCampaign(db: Db, { accountId, campaignId }: CampaignRef): Promise<boolean> {
  return changesOne(db)`
    update campaigns set next_at = least(next_at, app_now()), waiting_reason = null
    where account_id = ${accountId} and id = ${campaignId} and status = 'in-progress'`
}

/** Campaigns of the account try again that have reached a limit of it, or whose next attempt cannot be paid yet. */
export async function wakeLimited(db: Db, accountId: number): Promise<void> {
  await sql`
    update campaigns set next_at = app_now(), waiting_reason = null
    where account_id = ${accountId} and status = 'in-progress' and waiting_reason in ('account_limit', 'balance_held')`.execute(
    db,
  )
}

/** Returns whether a campaign of any account is in progress. */
export function hasCampaignInProgress(db: Db): Promise<boolean> {
  return oneValue<boolean>(db)`
    select exists (select from campaigns where status = 'in-progress') as any`
}

export interface CampaignCounts {
  inProgress: number
  /** Could have contacted a lead more than five minutes ago. */
  overdue: number
}

/** Counts the campaigns of all accounts. */
export function countCampaigns(db: Db): Promise<CampaignCounts> {
  return oneRow<CampaignCounts>(db)`
    select count(*)::int as in_progress,
      count(*) filter (where next_at < app_now() - interval '5 minutes')::int as overdue
    from campaigns where status = 'in-progress'`
}
