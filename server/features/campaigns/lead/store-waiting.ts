// The SQL that reads the waiting leads of a campaign page by page.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CampaignRef } from '../campaign/store-status.ts'
import type { Lead } from './lead.ts'
import { isWaiting } from './store.ts'

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

export function selectWaitingLeads(
  db: Db,
  { accountId, campaignId }: CampaignRef,
  {
    after,
    limit,
    withVariables = false,
  }: { after: WaitingPosition | undefined; limit: number; withVariables?: boolean },
): Promise<WaitingLead[]> {
  const rest = after
    ? sql`(l.is_fallback, l.due_at, l.id) > (${after.isFallback}, ${after.dueAt}::timestamptz, ${after.id}::bigint)`
    : sql`true`
  return allRows<WaitingLead>(db)`
    select l.is_fallback, l.due_at, l.id, l.phone_number, l.time_zone, l.contact_position, l.tries,
      case when ${withVariables} then l.variables else '{}' end as variables,
      (select count(*)::int from lead_contacts s where s.account_id = l.account_id and s.lead_id = l.id) as contacts
    from leads l
    where l.account_id = ${accountId} and l.campaign_id = ${campaignId} and ${isWaiting} and ${rest}
    order by l.is_fallback, l.due_at, l.id limit ${limit}`
}
