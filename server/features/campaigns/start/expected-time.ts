// Estimates how long one attempt with each lead takes, and finds the first hour at which a lead may be contacted.
import { callingPolicyOf, isFictional } from '#server/features/phone-numbers/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import { averageCallSeconds } from '../attempt/store.ts'
import type { Campaign } from '../campaign/campaign.ts'
import type { WaitingLead } from '../lead/store-waiting.ts'
import { type LegalHours, legalHoursOf } from '../rules/legal-hours.ts'
import { nextCommonOpening, openingAt, type Schedule, scheduleOf } from '../schedule/schedule.ts'

export interface FirstContact {
  at: Date
  /** IANA. */
  timeZone: string
  /** The time zone is that of the lead, not that of the campaign. */
  isOfLead: boolean
}

const horizonDays = 15

/** Follows the hours of the leads, in the order in which they are due. */
export function createHoursFinder(ctx: AccountContext, campaign: Campaign) {
  const startsAt = startOf(ctx, campaign)
  /** Leads of one country and time zone have the same hours. */
  const known = new Map<LegalHours, { schedules: Schedule[]; at: Date | undefined }>()
  let first: FirstContact | undefined

  function hoursOf({ phoneNumber, timeZone, isFallback }: WaitingLead) {
    const hours = legalHoursOf(phoneNumber, timeZone)
    const channel = isFallback ? campaign.fallbackChannel : campaign.channel
    const isFree = channel === 'chatapp' || (ctx.settings.carrierIsLocal && isFictional(phoneNumber))
    const own = scheduleOf(campaign, hours.timeZone)
    if (isFree) return { hours, schedules: [own], at: openingAt(own, startsAt).from }
    const found = known.get(hours)
    if (found) return { hours, ...found }
    const schedules = [own, ...hours.schedules]
    const fresh = { schedules, at: nextCommonOpening(schedules, startsAt, horizonDays)?.from }
    known.set(hours, fresh)
    return { hours, ...fresh }
  }

  return {
    /** False if the schedule and the law have no hour in common for the lead. */
    hasHours(lead: WaitingLead): boolean {
      const { hours, schedules, at } = hoursOf(lead)
      if (!at) return false
      const dueAt = toDate(lead.dueAt)
      const from = dueAt <= at ? at : nextCommonOpening(schedules, dueAt, horizonDays)?.from
      if (from && !(first && first.at <= from)) {
        const timeZone = hours.timeZone ?? campaign.timeZone
        first = {
          at: new Date(Math.max(from.getTime(), startsAt.getTime())),
          timeZone,
          isOfLead: hours.timeZone !== undefined,
        }
      }
      return true
    },
    first: () => first,
  }
}

function startOf(ctx: AccountContext, { scheduledStartAt }: Campaign): Date {
  const laterMs = scheduledStartAt === null ? 0 : toDate(scheduledStartAt).getTime()
  return new Date(Math.max(ctx.now().getTime(), laterMs))
}

/** Before the first calls of an account are over. */
const assumedSeconds = 90

export interface ExpectedTime {
  /** How long a call takes with its ringing; undefined for messages. */
  callSeconds: number | undefined
  /** From calls of the account, not assumed. */
  isMeasured: boolean
  /** Within the hours of the schedule. */
  durationSeconds: number
  /** Undefined if it is more than a year away. */
  endAt: Date | undefined
}

/** For one attempt with each of `count` leads. */
export async function expectTime(
  ctx: AccountContext,
  campaign: Campaign,
  { count, first }: { count: number; first: FirstContact },
): Promise<ExpectedTime> {
  const schedule = scheduleOf(campaign, first.isOfLead ? first.timeZone : undefined)
  if (campaign.channel !== 'call') {
    const durationSeconds = Math.ceil((count / campaign.messagesPerMinute) * 60)
    return {
      callSeconds: undefined,
      isMeasured: false,
      durationSeconds,
      endAt: endOf(schedule, first.at, durationSeconds),
    }
  }
  const measured = await averageCallSeconds(ctx.db, ctx.account.id)
  const callSeconds = Math.max(1, Math.round(measured ?? assumedSeconds))
  const { concurrentCalls, callsPerMinute } = await callingPolicyOf(ctx)
  const parallel = Math.max(1, Math.min(campaign.maxCallsInParallel, concurrentCalls, count))
  const perMinute = Math.max(1, Math.min((parallel * 60) / callSeconds, callsPerMinute))
  const durationSeconds = Math.max(callSeconds, Math.ceil((count / perMinute) * 60))
  return {
    callSeconds,
    isMeasured: measured !== null,
    durationSeconds,
    endAt: endOf(schedule, first.at, durationSeconds),
  }
}

const mostOpenings = 400

function endOf(schedule: Schedule, from: Date, seconds: number): Date | undefined {
  let atMs = from.getTime()
  let leftMs = seconds * 1_000
  for (let openings = 0; openings < mostOpenings; openings++) {
    const opening = openingAt(schedule, new Date(atMs))
    const beginsMs = Math.max(atMs, opening.from.getTime())
    const openMs = opening.to.getTime() - beginsMs
    if (leftMs <= openMs) return new Date(beginsMs + leftMs)
    leftMs -= openMs
    atMs = opening.to.getTime()
  }
  return undefined
}
