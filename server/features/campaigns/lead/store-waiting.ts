// The SQL that reads the waiting leads of a campaign page by page.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, firstRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CampaignRef } from '../campaign/store-status.ts'
import type { Lead } from './lead.ts'
import { isClosed, isWaiting } from './store.ts'

/** In this order, waiting leads are read page by page. */
export interface WaitingPosition {
  isFallback: boolean
  dueAt: Timestamp
  id: number
}

export interface WaitingLead
  extends WaitingPosition,
    Pick<Lead, 'phoneNumber' | 'timeZone' | 'contactPosition' | 'tries'> {
  /** The number of its secondary contacts. */
  contacts: number
  /** Empty unless they are wanted. */
  variables: Record<string, string>
}

const isAfter = (position: WaitingPosition | undefined) =>
  position
    ? sql`(l.is_fallback, l.due_at, l.id) > (${position.isFallback}, ${position.dueAt}::timestamptz, ${position.id}::bigint)`
    : sql`true`

export function selectWaitingLeads(
  db: Db,
  { accountId, campaignId }: CampaignRef,
  {
    after,
    limit,
    withVariables = false,
  }: { after: WaitingPosition | undefined; limit: number; withVariables?: boolean },
): Promise<WaitingLead[]> {
  return allRows<WaitingLead>(db)`
    select l.is_fallback, l.due_at, l.id, l.phone_number, l.time_zone, l.contact_position, l.tries,
      case when ${withVariables} then l.variables else '{}' end as variables,
      (select count(*)::int from lead_contacts s where s.account_id = l.account_id and s.lead_id = l.id) as contacts
    from leads l
    where l.account_id = ${accountId} and l.campaign_id = ${campaignId} and ${isWaiting} and ${isAfter(after)}
    order by l.is_fallback, l.due_at, l.id limit ${limit}`
}

/**
 * Leads that wait for an hour at which they can be contacted are due now. Returns the position of the last one, or
 * undefined if there is none after `after`.
 */
export function resumeClosed(
  db: Db,
  { accountId, campaignId }: CampaignRef,
  { after, limit }: { after: WaitingPosition | undefined; limit: number },
): Promise<WaitingPosition | undefined> {
  return firstRow<WaitingPosition>(db)`
    with batch as (
      select l.is_fallback, l.due_at, l.id from leads l
      where l.account_id = ${accountId} and l.campaign_id = ${campaignId}
        and l.status in ('created', 'scheduled', 'rescheduled') and ${isClosed} and ${isAfter(after)}
      order by l.is_fallback, l.due_at, l.id limit ${limit} for no key update
    ), resumed as (
      update leads l set due_at = app_now(), waiting_reason = null
      from batch b where l.account_id = ${accountId} and l.id = b.id
    )
    select is_fallback, due_at, id from batch order by is_fallback desc, due_at desc, id desc limit 1`
}
