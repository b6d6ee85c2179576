// Lets the campaigns of all accounts contact their leads in turn, while slots for calls are free.
import { setTimeout } from 'node:timers/promises'
import { actFor } from '#server/features/accounts/index.ts'
import { countFreeSlots } from '#server/features/calls/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { selectNow } from '#server/platform/database/app-clock.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import { beginScheduled } from '../campaign/change-status.ts'
import { addDispatchJob, addWakeUp } from '../campaign/dispatch-job.ts'
import { setWaiting } from '../campaign/store-status.ts'
import { settleExpired } from '../settling/settle-message.ts'
import { advanceCampaign, type Round } from './advance-campaign.ts'
import { type ReadyCampaign, selectDueStarts, selectExpired, selectNextWakeUp, selectReady } from './store-dispatch.ts'

/** A run ends after this time, which frees its worker slot. The next run reads the settings and the free slots again. */
const runMs = 500
const campaignsPerRun = 1_000
const batch = 100

export async function dispatch(context: AppContext): Promise<void> {
  for (const ref of await selectDueStarts(context.db, batch))
    await isolate(context, ref, async () => {
      const ctx = await actFor(context, ref.accountId)
      if (ctx) await transaction(ctx, (tx) => beginScheduled(tx, ref))
    })
  for (const expired of await selectExpired(context.db, batch))
    await isolate(context, expired, () => settleExpired(context, expired))
  const servedAt = await selectNow(context.db)
  const isDone = await serve(context)
  const nextAt = await selectNextWakeUp(context.db, servedAt)
  await transaction(context, async (tx) => {
    if (!isDone) await addDispatchJob(tx)
    else if (nextAt) await addWakeUp(tx, toDate(nextAt))
  })
}

/** An error in one campaign must not stop the others. */
async function isolate(context: AppContext, { accountId }: { accountId: number }, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    context.log.error({ error, accountId }, 'a campaign could not be served')
  }
}

interface Candidate extends ReadyCampaign {
  /** The rate of calls of its carrier account is used up until then. */
  limitedUntilMs: number
}

/** Returns false if campaigns are left that could go on. */
async function serve(context: AppContext): Promise<boolean> {
  const ready = (await selectReady(context.db, campaignsPerRun)).map((each) => ({ ...each, limitedUntilMs: 0 }))
  let freeSlots = ready.some(({ channel }) => channel === 'call') ? await countFreeSlots(context) : 0
  const endMs = performance.now() + runMs
  while (performance.now() < endMs && !context.stopping.aborted) {
    const able = ready.filter(
      ({ channel, open, maxCallsInParallel }) => channel !== 'call' || (freeSlots > 0 && open < maxCallsInParallel),
    )
    const next = pickNext(able)
    if (!next) return true
    if (next.limitedUntilMs > performance.now()) {
      await setTimeout(Math.min(next.limitedUntilMs, endMs) - performance.now())
      continue
    }
    const round = await advance(context, next)
    if (round.kind === 'idle') ready.splice(ready.indexOf(next), 1)
    if (round.kind === 'limited') next.limitedUntilMs = performance.now() + round.waitMs
    if (round.kind !== 'begun') continue
    next.servedAtMs = context.now().getTime()
    if (round.channel !== 'call') continue
    next.open++
    freeSlots--
  }
  return false
}

/**
 * The account with the fewest calls in progress comes first, and of its campaigns the one with the fewest. Of equals, the
 * one that has waited for the longest time comes first.
 */
function pickNext(campaigns: readonly Candidate[]): Candidate | undefined {
  const accounts = Map.groupBy(campaigns, ({ accountId }) => accountId)
  const ranks = new Map(
    [...accounts].map(([accountId, own]) => {
      const open = own.reduce((sum, each) => sum + each.open, 0)
      return [accountId, { open, servedAtMs: Math.max(...own.map(({ servedAtMs }) => servedAtMs)) }]
    }),
  )
  const now = performance.now()
  const rankOf = (each: Candidate): number[] => {
    const account = ranks.get(each.accountId)!
    return [Math.max(each.limitedUntilMs, now), account.open, account.servedAtMs, each.open, each.servedAtMs]
  }
  const before = (a: Candidate, b: Candidate): number => {
    const [ranksOfA, ranksOfB] = [rankOf(a), rankOf(b)]
    return ranksOfA.map((rank, index) => rank - ranksOfB[index]!).find((difference) => difference !== 0) ?? 0
  }
  return campaigns.reduce<Candidate | undefined>(
    (best, each) => (best && before(best, each) <= 0 ? best : each),
    undefined,
  )
}

/** How long a campaign waits after an unexpected error, so that it does not keep the others waiting. */
const faultMs = 30_000

async function advance(context: AppContext, { accountId, campaignId }: ReadyCampaign): Promise<Round> {
  try {
    const ctx = await actFor(context, accountId)
    return ctx ? await advanceCampaign(ctx, campaignId) : { kind: 'idle' }
  } catch (error) {
    context.log.error({ error, campaign: campaignId }, 'a campaign could not contact its next lead')
    const nextAt = new Date(context.now().getTime() + faultMs)
    await setWaiting(context.db, { accountId, campaignId }, { nextAt, reason: 'internal_error' })
    return { kind: 'idle' }
  }
}
