// Tests of campaigns that reach a limit: the balance, the calls of the account, failures, and blocked contacts.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { charge, hold, release } from '#server/features/billing/index.ts'
import { blockContact } from '#server/features/consents/index.ts'
import { changeCallingLimits } from '#server/operator/calling-limits.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { ringingCampaigns } from '#testing/calls/ringing-campaigns.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { control } = parley.carrier
const { runUntilIdle, advanceClock } = parley
const { context } = parley.app
const { db } = context
const { createCampaign, endCalls, ringing } = ringingCampaigns(parley)

const minuteMs = 60_000

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
    const purpose = { channel: 'widget', assistantId: null } as const
    const spent = { kind: 'widget-message', ref: 'spent', amountMicros: 500_000, purpose } as const
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

  it('of the calls of its account continues as soon as a call ends', async () => {
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
  it('are skipped at once', async () => {
    const campaign = await createCampaign()
    const ids = { account: campaign.account.id, campaign: campaign.campaignId }
    await sql`
      insert into leads (account_id, campaign_id, phone_number, variables, status, is_duplicate, due_at, created_at, updated_at)
      select ${ids.account}, ${ids.campaign}, '+1304555' || n, '{}', 'created', false, app_now(), app_now(), app_now()
      from generate_series(1000, 1999) n`.execute(db)
    await transaction(asAccount(context, campaign.account), async (tx) => {
      const entry = { scope: 'everything', topic: null, source: 'call', reference: 'test' } as const
      for (let number = 1000; number < 2000; number++)
        await blockContact(tx, { ...entry, address: `+1304555${number}` })
    })
    await campaign.start()
    await runUntilIdle()
    const { status, leads } = await campaign.read()
    assert.deepEqual([status, leads], ['completed', { total: 1000, blacklisted: 1000 }])
  })
})
