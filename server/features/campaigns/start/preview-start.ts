// Previews the start of a campaign: which leads it would skip, when it would contact the others, and at what cost.
import { setImmediate } from 'node:timers/promises'
import { selectBalance } from '#server/features/billing/index.ts'
import { selectBlocked, selectConsented } from '#server/features/consents/index.ts'
import {
  callingPolicyOf,
  checkDestination,
  type SpendLimit,
  spendLimitsOf,
} from '#server/features/phone-numbers/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Obstacle } from '../attempt/outcome.ts'
import { type Campaign, countOf, topicOf, waitingLeads } from '../campaign/campaign.ts'
import { refOf } from '../campaign/store-status.ts'
import { getCampaign } from '../change-campaign.ts'
import { finishedStatuses } from '../lead/lead.ts'
import { selectWaitingLeads, type WaitingPosition } from '../lead/store-waiting.ts'
import { openingAt, scheduleOf } from '../schedule/schedule.ts'
import { type AttemptPrices, attemptsLeft, pricesOfAttempts } from './attempt-costs.ts'
import { createHoursFinder, type ExpectedTime, expectTime, type FirstContact } from './expected-time.ts'
import { canPayNext, findProblem } from './find-problem.ts'

export interface Preview extends Examined {
  /** Leads that wait for an attempt. */
  waiting: number
  /** Leads that are not contacted again, by their status. */
  finished: Record<string, number>
  /** Sentences that say why the campaign cannot be started. */
  problems: string[]
  opensAt: Date
  /** Undefined without a lead to contact. */
  expected: ExpectedTime | undefined
  balanceMicros: number
  /** The limits that the calls can reach at their highest cost. */
  limits: SpendLimit[]
}

interface Examined {
  /** The leads that the preview has looked at. */
  examined: number
  skipped: Partial<Record<Obstacle, number>>
  firstContact: FirstContact | undefined
  /** The most attempts with leads that are not skipped, and their highest cost if the prices are known. */
  calls: number
  messages: number
  highestMicros: number | undefined
}

/** Calls of the same process wait in the meantime. */
const batchSize = 500
const mostExamined = 100_000

/** Refuses with `CAMPAIGN_NOT_FOUND`. */
export async function previewStart(ctx: AccountContext, campaignId: number): Promise<Preview> {
  const campaign = await getCampaign(ctx, campaignId)
  const problem = await findProblem(ctx, campaign)
  const waiting = waitingLeads(campaign)
  const problems = [
    ...(problem ? [problem] : []),
    ...(waiting === 0 ? ['The campaign has no leads to contact.'] : []),
    ...((await canPayNext(ctx, campaign)) ? [] : ['The balance does not suffice for one attempt.']),
  ]
  const prices = await pricesOfAttempts(ctx, campaign)
  const examined = await examine(ctx, campaign, prices)
  const { firstContact: first } = examined
  const { balanceMicros, heldMicros } = await selectBalance(ctx.db, ctx.account.id)
  return {
    waiting,
    problems,
    ...examined,
    finished: Object.fromEntries(finishedStatuses.map((status) => [status, countOf(campaign, 'lead', status)])),
    opensAt: openingAt(scheduleOf(campaign), ctx.now()).from,
    expected: first && (await expectTime(ctx, campaign, { count: waiting - countOfSkipped(examined), first })),
    balanceMicros: balanceMicros - heldMicros,
    limits: prices?.call ? await findReachable(ctx, campaign, prices.call, examined.calls) : [],
  }
}

export const countOfSkipped = ({ skipped }: Pick<Preview, 'skipped'>): number =>
  Object.values(skipped).reduce((sum, each) => sum + each, 0)

async function examine(ctx: AccountContext, campaign: Campaign, prices: AttemptPrices | undefined): Promise<Examined> {
  const ref = refOf(campaign)
  const skipped: Preview['skipped'] = {}
  const hours = createHoursFinder(ctx, campaign)
  const withVariables = [campaign.channel, campaign.fallbackChannel].includes('sms')
  const sums = { calls: 0, messages: 0, micros: 0 }
  let examined = 0
  let after: WaitingPosition | undefined
  while (examined < mostExamined) {
    const leads = await selectWaitingLeads(ctx.db, ref, { after, limit: batchSize, withVariables })
    if (leads.length === 0) break
    after = leads.at(-1)
    examined += leads.length
    const obstacles = await findObstacles(
      ctx,
      campaign,
      leads.map(({ phoneNumber }) => phoneNumber),
    )
    for (const [index, lead] of leads.entries()) {
      const obstacle = obstacles[index] ?? (hours.hasHours(lead) ? undefined : 'no_legal_hours')
      if (obstacle) {
        skipped[obstacle] = (skipped[obstacle] ?? 0) + 1
        continue
      }
      const { calls, messages } = attemptsLeft(campaign, lead)
      sums.calls += calls
      sums.messages += messages
      if (prices) sums.micros += calls * (prices.call?.micros ?? 0) + messages * prices.messageMicros(lead)
    }
    await setImmediate()
  }
  const { calls, messages, micros } = sums
  return { examined, skipped, firstContact: hours.first(), calls, messages, highestMicros: prices && micros }
}

async function findObstacles(ctx: AccountContext, campaign: Campaign, numbers: readonly string[]) {
  const blocked = await selectBlocked(ctx, numbers, topicOf(campaign))
  const consented = campaign.requiresConsent ? await selectConsented(ctx, numbers, topicOf(campaign)) : undefined
  const policy = campaign.channel === 'call' ? await callingPolicyOf(ctx) : undefined
  return numbers.map((number): Obstacle | undefined => {
    if (blocked.has(number)) return 'do_not_contact'
    if (consented && !consented.has(number)) return 'no_consent'
    return policy && checkDestination(number, policy) ? 'forbidden' : undefined
  })
}

const periodSeconds = { hour: 3_600, day: 86_400 }

/**
 * As many calls as may be made at the same time can talk for the whole period, and some of them began before it: the
 * highest cost of a call counts until it ends.
 */
async function findReachable(
  ctx: AccountContext,
  { maxCallsInParallel }: Campaign,
  { micros, maxSeconds }: NonNullable<AttemptPrices['call']>,
  calls: number,
): Promise<SpendLimit[]> {
  const limits = await spendLimitsOf(ctx)
  return limits.filter(({ period, limitMicros, spentMicros }) => {
    const inPeriod = maxCallsInParallel * (Math.ceil(periodSeconds[period] / maxSeconds) + 1)
    return spentMicros + Math.min(calls, inPeriod) * micros > limitMicros
  })
}
