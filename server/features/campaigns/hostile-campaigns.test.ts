// Tests of campaigns whose leads, settings and resources change while they are in progress, and that reach limits.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { documentedAccount } from '@parley/carrier-sandbox'
import { sql } from 'kysely'
import { charge, hold, release, selectBrokenBalances } from '#server/features/billing/index.ts'
import { claimMedia, finishCall } from '#server/features/calls/index.ts'
import { blockContact } from '#server/features/consents/index.ts'
import { changeCallingLimits } from '#server/operator/calling-limits.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import type { CampaignInput } from '#testing/calls/campaigns.ts'
import { updateCampaignRow } from './campaign/store.ts'
import { lockCampaign, setWaiting, wakeCampaign } from './campaign/store-status.ts'
import { wakeFor } from './campaign/wake.ts'
import { advanceCampaign } from './dialing/advance-campaign.ts'
import { dispatch } from './dialing/dispatch.ts'
import { insertLead } from './lead/store.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { control } = parley.carrier
const { runJobs, runUntilIdle, advanceClock } = parley
const { context } = parley.app
const { db } = context

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let phones = 0
const nextPhone = (): string => `+1303555${1000 + ++phones}`

type Owner = Awaited<ReturnType<typeof parley.createCallingAssistant>>

/** Runs a campaign of calls, whose phones ring until the test ends the call. */
async function createCampaign(fields: CampaignInput = {}, given?: Owner) {
  const owner = given ?? (await parley.createCallingAssistant())
  const { client } = owner
  const order = { name: 'Spring', assistant_id: owner.id, contact_gap: 0, retry_interval: 10, ...fields }
  const { id } = (await client.campaigns.create(order)).data
  return {
    ...owner,
    campaignId: id,
    async addLead(lead: { phone_number?: string; timezone?: string } = {}) {
      const phone_number = lead.phone_number ?? nextPhone()
      control.behaveOnCalls(phone_number, { pickUp: 'manual' })
      return (await client.leads.create({ campaign_id: id, ...lead, phone_number })).data
    },
    read: () => client.campaigns.get({ id }),
    readLead: (leadId: number) => client.leads.get({ id: leadId }),
    update: (changes: CampaignInput) => client.campaigns.update({ id, ...changes }),
    start: () => client.campaigns.updateStatus({ campaign_id: id, action: 'start' }),
    stop: () => client.campaigns.updateStatus({ campaign_id: id, action: 'stop' }),
    calls: () => control.recentCalls(1_000).filter(({ from }) => from === owner.number),
  }
}

const ringing = ({ calls }: Pick<Awaited<ReturnType<typeof createCampaign>>, 'calls'>) =>
  calls().filter(({ endedAtMs }) => endedAtMs === null)

/** Nobody answers the calls. */
async function endCalls(campaign: Pick<Awaited<ReturnType<typeof createCampaign>>, 'calls'>): Promise<void> {
  for (const { sid } of ringing(campaign)) control.hangUp(sid)
  await runUntilIdle()
}

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
    it(`keeps the result of its call that is not evaluated any more, ${change}`, async () => {
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
      assert.ok(await claimMedia(context, { token: parley.mediaTokenOf(sid), callSid: sid, accountSid }))
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
  it('does not make the calls that were not dialed, and those in progress go on', async () => {
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
      ({ client, id }: Owner) => client.assistants.delete({ id }),
      ({ client, phoneNumberId }: Owner) => client.phoneNumbers.delete({ id: phoneNumberId }),
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

describe('a campaign that reaches a limit', () => {
  it('waits for calls to end whose cost uses up the balance, and is paused when it is spent', async () => {
    const owner = await parley.createCallingAssistant({
      account: { balanceUsd: 0.5 },
      assistant: { max_duration: 120 },
    })
    const campaign = await createCampaign({ max_calls_in_parallel: 10, max_retries: 1 }, owner)
    for (let lead = 0; lead < 4; lead++) await campaign.addLead()
    await campaign.start()
    await runUntilIdle()
    const first = ringing(campaign).length
    assert.ok(first > 0 && first < 4, `${first}`)
    const waiting = await campaign.read()
    assert.deepEqual([waiting.status, waiting.waiting?.reason], ['in-progress', 'balance_held'])
    await endCalls(campaign)
    await endCalls(campaign)
    assert.equal(campaign.calls().length, 4)
    const spent = { kind: 'widget-message', ref: 'spent', amountMicros: 500_000 } as const
    await transaction(asAccount(context, owner.account), (tx) => charge(tx, spent))
    await campaign.addLead()
    await runUntilIdle()
    const paused = await campaign.read()
    assert.deepEqual([paused.status, paused.pause_reason], ['paused', 'insufficient_balance'])
    assert.equal(campaign.calls().length, 4)
  })

  it('sends messages as soon as the money that is on hold suffices again', async () => {
    const owner = await parley.createCallingAssistant({ account: { balanceUsd: 0.05 } })
    const sms = { channel: 'sms', sms_body: 'Hello.', sms_from_phone_number_id: owner.phoneNumberId } as const
    const campaign = await createCampaign({ ...sms, mark_complete_when_no_leads: false }, owner)
    await campaign.start()
    const ctx = asAccount(context, owner.account)
    await transaction(ctx, (tx) => hold(tx, { ref: 'other', amountMicros: 50_000 }))
    const lead = await campaign.addLead()
    await runUntilIdle()
    const { status, waiting } = await campaign.read()
    assert.deepEqual([status, waiting?.reason], ['in-progress', 'balance_held'])
    await transaction(ctx, (tx) => release(tx, 'other'))
    await advanceClock(minuteMs)
    assert.equal((await campaign.readLead(lead.id)).status, 'completed')
    assert.equal(parley.carrier.phones.inbox(lead.phone_number).length, 1)
    await campaign.stop()
  })

  it('of the calls of its account goes on as soon as a call ends', async () => {
    const campaign = await createCampaign({ max_calls_in_parallel: 5, max_retries: 1 })
    const accountId = campaign.account.id
    await changeCallingLimits(context, { accountId, limits: { concurrentCalls: 2 }, countries: undefined })
    for (let lead = 0; lead < 5; lead++) await campaign.addLead()
    await campaign.start()
    await runUntilIdle()
    assert.equal(ringing(campaign).length, 2)
    assert.equal((await campaign.read()).waiting?.reason, 'account_limit')
    control.hangUp(ringing(campaign)[0]!.sid)
    await runUntilIdle()
    assert.equal(ringing(campaign).length, 2)
    assert.equal(campaign.calls().length, 3)
    await campaign.stop()
    await endCalls(campaign)
  })

  it('of failures is paused, and begins to count anew when it is started again', async () => {
    const campaign = await createCampaign({ max_calls_in_parallel: 10, max_retries: 1 })
    for (let lead = 0; lead < 12; lead++) await campaign.addLead()
    control.script({ on: 'call', times: 9, faults: [{ fault: 'refuse', code: 21220 }] })
    await campaign.start()
    await runUntilIdle()
    assert.equal((await campaign.read()).status, 'in-progress')
    control.script({ on: 'call', times: 1, faults: [{ fault: 'refuse', code: 21220 }] })
    await campaign.addLead()
    await runUntilIdle()
    const { status, pause_reason, pause_message } = await campaign.read()
    assert.deepEqual([status, pause_reason], ['paused', 'failures'])
    assert.match(pause_message ?? '', /of the last \d+ attempts failed/)
    await campaign.start()
    await runUntilIdle()
    assert.equal((await campaign.read()).status, 'in-progress')
    await campaign.stop()
    await endCalls(campaign)
  })
})

describe('1,000 leads on the do-not-contact list', () => {
  it('are skipped within seconds', async () => {
    const campaign = await createCampaign()
    const ids = { account: campaign.account.id, campaign: campaign.campaignId }
    await sql`
      insert into leads (account_id, campaign_id, phone_number, variables, status, is_duplicate, due_at, created_at, updated_at)
      select ${ids.account}, ${ids.campaign}, '+1304555' || n, '{}', 'created', false, app_now(), app_now(), app_now()
      from generate_series(1000, 1999) n`.execute(db)
    await transaction(asAccount(context, campaign.account), async (tx) => {
      const entry = { scope: 'everything', topic: null, source: 'call', reference: 'test' } as const
      for (let number = 1000; number < 2000; number++)
        await blockContact(tx, { ...entry, phoneNumber: `+1304555${number}` })
    })
    await campaign.start()
    const startedAt = performance.now()
    await runUntilIdle()
    const seconds = (performance.now() - startedAt) / 1_000
    const { status, leads } = await campaign.read()
    assert.deepEqual([status, leads], ['completed', { total: 1000, blacklisted: 1000 }])
    assert.ok(seconds < 5, `${seconds}`)
  })
})

async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

describe('a change during a turn of the campaign', () => {
  it('that adds a lead is noticed within a second', async () => {
    const campaign = await createCampaign({ mark_complete_when_no_leads: false })
    const { account, campaignId } = campaign
    await campaign.start()
    let turn: Promise<unknown> | undefined
    await transaction(asAccount(context, account), async (tx) => {
      const lead = { campaignId, phoneNumber: nextPhone(), variables: {}, timeZone: null }
      await insertLead(tx.db, account.id, { ...lead, isRequested: false, allowsDuplicate: false })
      await wakeFor(tx, campaignId)
      turn = advanceCampaign(asAccount(context, account), campaignId)
      await until(isWaitingForLock)
    })
    await turn
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
    let turn: Promise<unknown> | undefined
    await transaction(asAccount(context, account), async (tx) => {
      await updateCampaignRow(tx.db, account.id, campaignId, { scheduleWindows: [] })
      turn = advanceCampaign(asAccount(context, account), campaignId)
      await until(isWaitingForLock)
    })
    assert.deepEqual(await turn, { kind: 'again' })
    await runUntilIdle()
    assert.equal(ringing(campaign).length, 1)
    await campaign.stop()
    await endCalls(campaign)
  })
})

it('an attempt that ends during a turn of its campaign wakes the campaign after the turn', async () => {
  const campaign = await createCampaign()
  await campaign.addLead()
  await campaign.start()
  const ref = { accountId: campaign.account.id, campaignId: campaign.campaignId }
  const turn = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  // The turn finds no lead, and an attempt that has not ended.
  const waiting = transaction(context, async (tx) => {
    await lockCampaign(tx.db, ref)
    begun.resolve()
    await turn.promise
    await setWaiting(tx.db, ref, { nextAt: null, reason: 'attempts' })
  })
  await begun.promise
  const woken = transaction(context, (tx) => wakeCampaign(tx.db, ref))
  await until(async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length > 0)
  turn.resolve()
  await Promise.all([waiting, woken])
  assert.notEqual((await campaign.read()).waiting?.reason, 'attempts')
})
