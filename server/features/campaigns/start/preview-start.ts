// Previews the start of a campaign: which leads it would skip, and what would prevent the start.
import { setImmediate } from 'node:timers/promises'
import { selectBlocked, selectConsented } from '#server/features/consents/index.ts'
import { callingPolicyOf, checkDestination } from '#server/features/phone-numbers/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Obstacle } from '../attempt/outcome.ts'
import { type Campaign, topicOf, waitingLeads } from '../campaign/campaign.ts'
import { refOf } from '../campaign/store-status.ts'
import { getCampaign } from '../change-campaign.ts'
import { selectWaitingNumbers, type WaitingPosition } from '../lead/store.ts'
import { openingAt, scheduleOf } from '../schedule/schedule.ts'
import { canPayNext, findProblem } from './find-problem.ts'

export interface Preview {
  /** Leads that wait for an attempt. */
  waiting: number
  /** The leads that the preview has looked at. */
  examined: number
  skipped: Partial<Record<Obstacle, number>>
  /** Sentences that say why the campaign cannot be started. */
  problems: string[]
  opensAt: Date
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
  const opening = openingAt(scheduleOf(campaign), ctx.now())
  return { waiting, problems, opensAt: opening.from, ...(await examine(ctx, campaign)) }
}

async function examine(ctx: AccountContext, campaign: Campaign): Promise<Pick<Preview, 'examined' | 'skipped'>> {
  const ref = refOf(campaign)
  const skipped: Preview['skipped'] = {}
  let examined = 0
  let after: WaitingPosition | undefined
  while (examined < mostExamined) {
    const leads = await selectWaitingNumbers(ctx.db, ref, { after, limit: batchSize })
    if (leads.length === 0) break
    after = leads.at(-1)
    examined += leads.length
    const numbers = leads.map(({ phoneNumber }) => phoneNumber)
    for (const obstacle of await findObstacles(ctx, campaign, numbers)) {
      if (obstacle) skipped[obstacle] = (skipped[obstacle] ?? 0) + 1
    }
    await setImmediate()
  }
  return { examined, skipped }
}

async function findObstacles(ctx: AccountContext, campaign: Campaign, numbers: readonly string[]) {
  const { db, account } = ctx
  const blocked = await selectBlocked(ctx, numbers, topicOf(campaign))
  const consented = campaign.requiresConsent
    ? await selectConsented(db, account.id, numbers, topicOf(campaign))
    : undefined
  const policy = campaign.channel === 'call' ? await callingPolicyOf(ctx) : undefined
  return numbers.map((number): Obstacle | undefined => {
    if (blocked.has(number)) return 'do_not_contact'
    if (consented && !consented.has(number)) return 'no_consent'
    return policy && checkDestination(number, policy) ? 'forbidden' : undefined
  })
}
