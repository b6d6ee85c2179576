// Tests of changes that other transactions make during a round of a campaign.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { ringingCampaigns } from '#testing/calls/ringing-campaigns.ts'
import { wakeFor } from '../campaign/dispatch-job.ts'
import { updateCampaignRow } from '../campaign/store.ts'
import { lockCampaign, setWaiting, wakeCampaign } from '../campaign/store-status.ts'
import { insertLead } from '../lead/store.ts'
import { advanceCampaign } from './advance-campaign.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { runUntilIdle, advanceClock } = parley
const { context } = parley.app
const { db } = context
const hourMs = 3_600_000
const { createCampaign, endCalls, nextPhone, ringing } = ringingCampaigns(parley)

async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

it('a campaign whose time comes while another one is served contacts its leads after that', async () => {
  // At noon, so that the window opens on the same day.
  await parley.turnClock((36 * hourMs - (context.now().getTime() % (24 * hourMs))) % (24 * hourMs))
  const waiting = await createCampaign({ schedule_windows: [{ start: '13:00', end: '15:00' }], timezone: 'UTC' })
  const other = await createCampaign({ retry_interval: 180 })
  await other.addLead()
  await other.start()
  await runUntilIdle()
  await endCalls(other)
  await waiting.addLead()
  await waiting.start()
  await other.addLead()
  let served: Promise<void> | undefined
  await transaction(context, async (tx) => {
    await lockCampaign(tx.db, { accountId: other.account.id, campaignId: other.campaignId })
    served = parley.runJobs()
    await until(isWaitingForLock)
    await parley.turnClock(hourMs)
  })
  await served
  assert.equal(ringing(waiting).length, 1)
  for (const campaign of [waiting, other]) {
    await campaign.stop()
    await endCalls(campaign)
  }
})

describe('a change during a round of the campaign', () => {
  it('that adds a lead is noticed within a second', async () => {
    const campaign = await createCampaign({ mark_complete_when_no_leads: false })
    const { account, campaignId } = campaign
    await campaign.start()
    let round: Promise<unknown> | undefined
    await transaction(asAccount(context, account), async (tx) => {
      const lead = { campaignId, phoneNumber: nextPhone(), extension: null, variables: {}, timeZone: null }
      await insertLead(tx.db, account.id, { ...lead, isRequested: false, allowsDuplicate: false })
      await wakeFor(tx, campaignId)
      round = advanceCampaign(asAccount(context, account), campaignId)
      await until(isWaitingForLock)
    })
    await round
    const { rows } = await sql<{ waits: number }>`
      select extract(epoch from next_at - app_now())::float8 as waits from campaigns where id = ${campaignId}`.execute(
      db,
    )
    const { waits } = rows[0]!
    assert.ok(waits < 1, `${waits}`)
    await advanceClock(1_000)
    assert.equal(ringing(campaign).length, 1)
    await campaign.stop()
    await endCalls(campaign)
  })

  it('of its schedule is not overwritten', async () => {
    const hour = (later: number): string => `${String((context.now().getUTCHours() + later) % 24).padStart(2, '0')}:00`
    const campaign = await createCampaign({ schedule_windows: [{ start: hour(2), end: hour(3) }], timezone: 'UTC' })
    const { account, campaignId } = campaign
    await campaign.addLead()
    await campaign.start()
    let round: Promise<unknown> | undefined
    await transaction(asAccount(context, account), async (tx) => {
      await updateCampaignRow(tx.db, account.id, campaignId, { scheduleWindows: [] })
      round = advanceCampaign(asAccount(context, account), campaignId)
      await until(isWaitingForLock)
    })
    assert.deepEqual(await round, { kind: 'again' })
    await runUntilIdle()
    assert.equal(ringing(campaign).length, 1)
    await campaign.stop()
    await endCalls(campaign)
  })
})

it('an attempt that ends during a round of its campaign wakes the campaign after the round', async () => {
  const campaign = await createCampaign()
  await campaign.addLead()
  await campaign.start()
  const ref = { accountId: campaign.account.id, campaignId: campaign.campaignId }
  const round = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  // The round finds no lead, and an attempt that has not ended.
  const waiting = transaction(context, async (tx) => {
    await lockCampaign(tx.db, ref)
    begun.resolve()
    await round.promise
    await setWaiting(tx.db, ref, { nextAt: null, reason: 'attempts' })
  })
  await begun.promise
  const woken = transaction(context, (tx) => wakeCampaign(tx.db, ref))
  await until(isWaitingForLock)
  round.resolve()
  await Promise.all([waiting, woken])
  assert.notEqual((await campaign.read()).waiting?.reason, 'attempts')
})
