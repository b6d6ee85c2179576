// Estimates how long one attempt with each lead takes, and finds the first hour at which a lead may be contacted.
import { callingPolicyOf, isFictional } from '#server/features/phone-numbers/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import { averageCallSeconds } from '../attempt/store.ts'
import type { Campaign } from '../campaign/campaign.ts'
import type { WaitingLead } from '../lead/store-waiting.ts'
import { type LegalHours, legalHoursOf } from '../rules/legal-hours.ts'
import { nextCommonOpening, type Opening, openingAt, type Schedule, scheduleOf } from '../schedule/schedule.ts'

export interface FirstContact {
  at: Date
  /** IANA. */
  timeZone: string
  /** The time zone is that of the lead, not that of the campaign. */
  isOfLead: boolean
  /** The lead can be contacted while all are open. */
  schedules: readonly Schedule[]
}

const horizonDays = 15

interface Hours {
  schedules: readonly Schedule[]
  at: Date | undefined
}

/** Follows the hours of the leads, in the order in which they are due. */
export function createHoursFinder(ctx: AccountContext, campaign: Campaign) {
  const startsAt = startOf(ctx, campaign)
  /** Leads of one country and time zone have the same hours; some need no law. */
  const [known, knownOfFree] = [new Map<LegalHours, Hours>(), new Map<LegalHours, Hours>()]
  let first: FirstContact | undefined

  function hoursOf({ phoneNumber, timeZone, isFallback }: WaitingLead) {
    const hours = legalHoursOf(phoneNumber, timeZone)
    const channel = isFallback ? campaign.fallbackChannel : campaign.channel
    const isFree = channel === 'chatapp' || (ctx.settings.carrierIsLocal && isFictional(phoneNumber))
    const found = (isFree ? knownOfFree : known).get(hours)
    if (found) return { hours, ...found }
    const own = scheduleOf(campaign, hours.timeZone)
    const schedules = isFree ? [own] : [own, ...hours.schedules]
    const opening = isFree ? openingAt(own, startsAt) : nextCommonOpening(schedules, startsAt, horizonDays)
    const fresh = { schedules, at: opening?.from }
    ;(isFree ? knownOfFree : known).set(hours, fresh)
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
          schedules,
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
  /** Within the hours at which leads can be contacted. */
  durationSeconds: number
  /** Undefined if it is more than a year away. */
  endAt: Date | undefined
}

/** For one attempt with each of `count` leads, as if all had the hours of the first one. */
export async function expectTime(
  ctx: AccountContext,
  campaign: Campaign,
  { count, first }: { count: number; first: FirstContact },
): Promise<ExpectedTime> {
  if (campaign.channel !== 'call') {
    const durationSeconds = Math.ceil((count / campaign.messagesPerMinute) * 60)
    return {
      callSeconds: undefined,
      isMeasured: false,
      durationSeconds,
      endAt: endOf(first.schedules, first.at, durationSeconds),
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
    endAt: endOf(first.schedules, first.at, durationSeconds),
  }
}

const weekMs = 7 * 86_400_000
const yearMs = 366 * 86_400_000

/**
 * When all schedules have been open together for so long, if every week is like the first one: to follow many time zones
 * through a year takes a second. Undefined if it is more than a year away.
 */
export function endOf(schedules: readonly Schedule[], from: Date, seconds: number): Date | undefined {
  const untilMs = from.getTime() + yearMs
  const firstWeek = [...commonOpenings(schedules, from, from.getTime() + weekMs)]
  const weekOpenMs = firstWeek.reduce((sum, opening) => sum + lengthOf(opening), 0)
  const weeks = weekOpenMs > 0 ? Math.max(0, Math.ceil((seconds * 1_000) / weekOpenMs) - 1) : 0
  let leftMs = seconds * 1_000 - weeks * weekOpenMs
  for (const opening of commonOpenings(schedules, new Date(from.getTime() + weeks * weekMs), untilMs)) {
    if (leftMs <= lengthOf(opening)) return new Date(opening.from.getTime() + leftMs)
    leftMs -= lengthOf(opening)
  }
  return undefined
}

const lengthOf = ({ from, to }: Opening): number => to.getTime() - from.getTime()

function* commonOpenings(schedules: readonly Schedule[], from: Date, untilMs: number): Generator<Opening> {
  for (let at = from; at.getTime() < untilMs; ) {
    const opening = nextCommonOpening(schedules, at, horizonDays)
    if (!opening || opening.from.getTime() >= untilMs) return
    yield { from: opening.from, to: new Date(Math.min(opening.to.getTime(), untilMs)) }
    at = opening.to
  }
}
