// Decides whether a person may be contacted now.
import { selectRecentCalls } from '#server/features/calls/index.ts'
import { findContactRule } from '#server/features/consents/index.ts'
import { selectNumbersOfPerson } from '#server/features/contacts/index.ts'
import { isFictional } from '#server/features/phone-numbers/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { Person } from '../attempt/lead-steps.ts'
import { interrupted, type Obstacle } from '../attempt/outcome.ts'
import { selectRecentTexts } from '../attempt/store.ts'
import { type Campaign, topicOf } from '../campaign/campaign.ts'
import type { Lead } from '../lead/lead.ts'
import { legalHoursOf, mostAttemptsInDay, nextLegalOpening } from '../rules/legal-hours.ts'
import { isOpen, nextCommonOpening, scheduleOf } from '../schedule/schedule.ts'

export type Verdict =
  | { kind: 'allowed'; decision: Record<string, unknown> }
  | { kind: 'later'; at: Date; reason: WaitingReason }
  | { kind: 'never'; obstacle: Obstacle }

export type WaitingReason = 'contact_gap' | 'contacts_per_day'

/** When a person may be contacted, and what does not allow it now. */
export interface Closed {
  at: Date
  reason: 'outside_hours' | 'legal_hours'
}

/**
 * Undefined if the law and the schedule of the campaign allow contact now. `never` if they do not have an hour in common.
 * Laws on calls apply to SMS, too. No law protects virtual phones.
 */
export function closedHours(
  tx: Pick<Tx, 'settings' | 'now'>,
  campaign: Campaign,
  { timeZone }: Pick<Lead, 'timeZone'>,
  { phoneNumber, channel }: Person,
): Closed | 'never' | undefined {
  const now = tx.now()
  const hours = legalHoursOf(phoneNumber, timeZone)
  const isFree = channel === 'chatapp' || (tx.settings.carrierIsLocal && isFictional(phoneNumber))
  const own = scheduleOf(campaign, hours.timeZone)
  // A round begins only within a schedule that is the same for all leads.
  const isScheduled = !campaign.usesLeadTimeZone || isOpen(own, now)
  const legal = isFree ? undefined : nextLegalOpening(hours, now)
  if (isScheduled && (isFree || (legal && legal.from <= now))) return undefined
  const opening = nextCommonOpening([own, ...(isFree ? [] : hours.schedules)], now, horizonDays)
  return opening ? { at: opening.from, reason: isScheduled ? 'legal_hours' : 'outside_hours' } : 'never'
}

const horizonDays = 15
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Records what it is decided by, so that the decision can be explained later. */
export async function judge(tx: Tx, campaign: Campaign, lead: Lead, person: Person): Promise<Verdict> {
  const { phoneNumber } = person
  const { blockedBy, consent } = await findContactRule(tx, phoneNumber, topicOf(campaign))
  if (blockedBy || consent?.status === 'withdrawn') return { kind: 'never', obstacle: 'do_not_contact' }
  if (campaign.requiresConsent && !consent) return { kind: 'never', obstacle: 'no_consent' }
  const now = tx.now()
  const contacts = await recentContacts(tx, phoneNumber)
  const isRepeated = lead.waitingReason === interrupted
  const later = lead.isRequested ? undefined : waitAfter(contacts, campaign, person, { now, isRepeated })
  if (later) return later
  return {
    kind: 'allowed',
    decision: {
      consent: consent ? { status: consent.status, source: consent.source, at: consent.at } : null,
      contacts_in_24_hours: contacts.length,
      last_contact_at: contacts[0]?.toISOString() ?? null,
      requested: lead.isRequested,
      time_zone: lead.timeZone,
    },
  }
}

/** By all numbers of the person. Newest first. */
async function recentContacts({ db, account }: Tx, phoneNumber: string): Promise<Date[]> {
  const numbers = await selectNumbersOfPerson(db, account.id, phoneNumber)
  const calls = await selectRecentCalls(db, account.id, numbers)
  const texts = await selectRecentTexts(db, account.id, numbers)
  return [...calls, ...texts.map(toDate)].sort((a, b) => b.getTime() - a.getTime())
}

function waitAfter(
  contacts: readonly Date[],
  { contactGapMinutes, contactsPerDay }: Campaign,
  { phoneNumber, channel }: Person,
  { now, isRepeated }: { now: Date; isRepeated: boolean },
): Verdict | undefined {
  const legal = channel === 'call' ? mostAttemptsInDay(phoneNumber) : undefined
  const most = Math.min(contactsPerDay, legal ?? contactsPerDay)
  const oldest = contacts[most - 1]
  if (oldest) return { kind: 'later', at: new Date(oldest.getTime() + dayMs), reason: 'contacts_per_day' }
  const gapEnd = contacts[0] && !isRepeated && new Date(contacts[0].getTime() + contactGapMinutes * minuteMs)
  return gapEnd && gapEnd > now ? { kind: 'later', at: gapEnd, reason: 'contact_gap' } : undefined
}
