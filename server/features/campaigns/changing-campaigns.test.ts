// Tests of campaigns whose leads, settings, resources and clock change while they are in progress.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { documentedAccount } from '@parley/carrier-sandbox'
import { sql } from 'kysely'
import { selectBrokenBalances } from '#server/features/billing/index.ts'
import { claimMedia, finishCall } from '#server/features/calls/index.ts'
import { type CallingAssistant, startTestApp } from '#testing/app/test-app.ts'
import { ringingCampaigns } from '#testing/calls/ringing-campaigns.ts'
import { dispatch } from './dialing/dispatch.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { control } = parley.carrier
const { runJobs, runUntilIdle, advanceClock } = parley
const { context } = parley.app
const { db } = context
const { createCampaign, endCalls, ringing } = ringingCampaigns(parley)

const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe('a campaign that is started and stopped', () => {
  it('twice at the same time is started once', async () => {
    const campaign = await createCampaign()
    await campaign.addLead()
    const results = await Promise.allSettled([campaign.start(), campaign.start(), campaign.start()])
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
    const { reason } = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    assert.match(String(reason), /The campaign is already in progress\./)
    await runUntilIdle()
    assert.equal(campaign.calls().length, 1)
    await campaign.stop()
    await endCalls(campaign)
  })

  it('again and again calls nobody twice', async () => {
    const campaign = await createCampaign({ max_calls_in_parallel: 2 })
    const leads = [await campaign.addLead(), await campaign.addLead(), await campaign.addLead()]
    for (let round = 0; round < 4; round++) {
      await campaign.start()
      await (round % 2 === 0 ? runJobs() : Promise.all([runJobs(), campaign.stop()]))
      if (round % 2 === 0) await campaign.stop()
    }
    await campaign.start()
    await runUntilIdle()
    assert.equal(ringing(campaign).length, 2)
    await endCalls(campaign)
    await endCalls(campaign)
    assert.deepEqual(
      leads.map(({ phone_number }) => campaign.calls().filter(({ to }) => to === phone_number).length),
      [1, 1, 1],
    )
    await campaign.stop()
  })
})

describe('a lead', () => {
  it('that is to be contacted again during its call is called after the call, and the others do not wait', async () => {
    const campaign = await createCampaign({ max_calls_in_parallel: 3 })
    const lead = await campaign.addLead()
    await campaign.start()
    await runUntilIdle()
    await campaign.client.leads.update({ id: lead.id, status: 'created' })
    await campaign.addLead()
    await runUntilIdle()
    assert.equal(ringing(campaign).length, 2)
    assert.notEqual((await campaign.read()).waiting?.reason, 'internal_error')
    await endCalls(campaign)
    assert.equal(ringing(campaign)[0]?.to, lead.phone_number)
    assert.equal(campaign.calls().length, 3)
    await campaign.stop()
    await endCalls(campaign)
  })

  it('that is moved to another campaign during its call is called by that campaign', async () => {
    const campaign = await createCampaign()
    const other = await createCampaign({ max_retries: 1, mark_complete_when_no_leads: false }, campaign)
    const lead = await campaign.addLead()
    await Promise.all([campaign.start(), other.start()])
    await runUntilIdle()
    assert.equal(ringing(campaign).length, 1)
    await campaign.client.leads.update({ id: lead.id, campaign_id: other.campaignId })
    await runUntilIdle()
    await endCalls(campaign)
    assert.equal((await campaign.read()).status, 'completed')
    await advanceClock(10 * minuteMs)
    assert.equal(ringing(campaign)[0]?.to, lead.phone_number)
    await other.stop()
    await endCalls(campaign)
  })

  it('that is deleted during its call does not keep the campaign from its end', async () => {
    const campaign = await createCampaign()
    const lead = await campaign.addLead()
    await campaign.start()
    await runUntilIdle()
    await campaign.client.leads.delete({ id: lead.id })
    await endCalls(campaign)
    const { status, leads, attempts } = await campaign.read()
    assert.deepEqual([status, leads.total, attempts], ['completed', 0, { total: 1, busy: 1 }])
  })

  it('that is deleted while it waits does not keep the campaign from its end', async () => {
    const campaign = await createCampaign()
    const lead = await campaign.addLead()
    await campaign.start()
    await runUntilIdle()
    await endCalls(campaign)
    assert.equal((await campaign.read()).waiting?.reason, 'retry_interval')
    await campaign.client.leads.delete({ id: lead.id })
    await runUntilIdle()
    assert.equal((await campaign.read()).status, 'completed')
  })

  for (const change of ['without its goal', 'without its call'] as const)
    it(`keeps the result of its call that is no longer evaluated, ${change}`, async () => {
      const owner = await parley.createCallingAssistant({
        assistant: {
          post_call_evaluation: true,
          post_call_schema: [{ name: 'renewed', type: 'bool', description: 'Whether they renewed.' }],
        },
      })
      const goal = { retry_on_goal_incomplete: true, goal_completion_variable: 'renewed' }
      const campaign = await createCampaign(goal, owner)
      const lead = await campaign.addLead()
      await campaign.start()
      await runUntilIdle()
      const { history } = await campaign.readLead(lead.id)
      const callId = history[0]!.call_id!
      const { sid } = ringing(campaign)[0]!
      const { accountSid } = documentedAccount
      assert.ok(
        await claimMedia(context, { token: parley.mediaTokenOf(sid), externalId: sid, carrierAccountId: accountSid }),
      )
      const ending = { endedReason: 'caller_hung_up', endedBy: 'caller', answerer: 'person' } as const
      await finishCall(context, { accountId: owner.account.id, callId }, { ...ending, latency: [], timeline: [] })
      assert.equal((await campaign.readLead(lead.id)).status, 'processing')
      if (change === 'without its call') await campaign.client.calls.delete({ id: callId })
      else await campaign.update({ goal_completion_variable: null, retry_on_goal_incomplete: false })
      await runUntilIdle()
      assert.equal((await campaign.readLead(lead.id)).status, 'completed')
      assert.equal((await campaign.read()).status, 'completed')
      for (const { sid } of ringing(campaign)) control.hangUp(sid)
    })
})

describe('a campaign whose resources are deleted', () => {
  it('does not make the calls that were not dialed, and those in progress continue', async () => {
    const campaign = await createCampaign({ max_calls_in_parallel: 2 })
    await campaign.addLead()
    await campaign.start()
    await runUntilIdle()
    await campaign.addLead()
    // The call is stored, but its job has not run.
    await sql`
      update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where key like 'call-dial:%'`.execute(
      db,
    )
    const dispatched = async () =>
      (await campaign.client.calls.list({ campaign_id: campaign.campaignId })).data.length === 2
    await parley.runCron('campaigns.dispatch')
    await dispatch(context)
    assert.ok(await dispatched())
    await campaign.client.campaigns.delete({ id: campaign.campaignId })
    await runUntilIdle()
    assert.equal(campaign.calls().length, 1)
    assert.equal(ringing(campaign).length, 1)
    await endCalls(campaign)
    assert.deepEqual(await selectBrokenBalances(db), [])
    const { rows } = await sql`select from campaign_attempts where campaign_id = ${campaign.campaignId}`.execute(db)
    assert.equal(rows.length, 0)
  })

  it('is paused, and its reason names the assistant or the number', async () => {
    for (const remove of [
      ({ client, id }: CallingAssistant) => client.assistants.delete({ id }),
      ({ client, phoneNumberId }: CallingAssistant) => client.phoneNumbers.delete({ id: phoneNumberId }),
    ]) {
      const campaign = await createCampaign({ max_calls_in_parallel: 1 })
      await campaign.addLead()
      await campaign.addLead()
      await campaign.start()
      await runUntilIdle()
      await remove(campaign)
      await endCalls(campaign)
      const { status, pause_reason, pause_message } = await campaign.read()
      assert.deepEqual([status, pause_reason], ['paused', 'configuration'])
      assert.match(pause_message ?? '', /assistant|phone number/i)
      assert.equal(campaign.calls().length, 1)
    }
  })
})

describe('a campaign whose settings change', () => {
  it('applies them to the next lead', async () => {
    const campaign = await createCampaign({ max_calls_in_parallel: 1 })
    for (let lead = 0; lead < 4; lead++) await campaign.addLead()
    await campaign.start()
    await runUntilIdle()
    assert.equal(ringing(campaign).length, 1)
    await campaign.update({ max_calls_in_parallel: 3 })
    await runUntilIdle()
    assert.equal(ringing(campaign).length, 3)
    const hour = context.now().getUTCHours()
    const closed = {
      start: `${String((hour + 2) % 24).padStart(2, '0')}:00`,
      end: `${String((hour + 3) % 24).padStart(2, '0')}:00`,
    }
    await campaign.update({ timezone: 'UTC', schedule_windows: [closed] })
    await endCalls(campaign)
    assert.equal(ringing(campaign).length, 0)
    assert.equal((await campaign.read()).waiting?.reason, 'outside_hours')
    await campaign.update({ schedule_windows: null })
    await runUntilIdle()
    assert.equal(ringing(campaign).length, 1)
    await campaign.stop()
    await endCalls(campaign)
  })

  it('so that no time is left at which the law allows calls gives its leads up', async () => {
    const campaign = await createCampaign({ timezone: 'UTC', schedule_windows: [{ start: '03:00', end: '04:00' }] })
    const lead = await campaign.addLead({ phone_number: '+14152345611', timezone: 'UTC' })
    await campaign.start()
    await runUntilIdle()
    const now = context.now()
    const opensAt = new Date(now)
    opensAt.setUTCHours(3, 1, 0, 0)
    if (opensAt < now) opensAt.setUTCDate(opensAt.getUTCDate() + 1)
    await advanceClock(opensAt.getTime() - now.getTime())
    const { status, outcome } = await campaign.readLead(lead.id)
    assert.deepEqual([status, outcome], ['reached-max-retries', 'no_legal_hours'])
    assert.equal((await campaign.read()).status, 'completed')
    assert.equal(campaign.calls().length, 0)
  })
})

describe('a campaign whose clock is turned', () => {
  it('a day forward and an hour back contacts each lead as often as it may, and is completed', async () => {
    const campaign = await createCampaign({ max_retries: 1 })
    const lead = await campaign.addLead()
    await campaign.start()
    await runUntilIdle()
    await endCalls(campaign)
    const { rows } = await sql<{ offset: number }>`
      select extract(epoch from app_now() - clock_timestamp())::float8 * 1000 as "offset"`.execute(db)
    const offset = Math.round(rows[0]!.offset)
    await parley.app.clock.turnTo(offset + 24 * hourMs)
    await runUntilIdle()
    assert.equal(ringing(campaign).length, 1)
    await parley.app.clock.turnTo(offset + 23 * hourMs)
    await endCalls(campaign)
    assert.equal((await campaign.readLead(lead.id)).status, 'reached-max-retries')
    assert.equal((await campaign.read()).status, 'completed')
    assert.equal(campaign.calls().length, 2)
    await parley.app.clock.turnTo(offset)
  })
})
