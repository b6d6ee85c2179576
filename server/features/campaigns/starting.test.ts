// Tests of when campaigns contact their leads: schedules, scheduled starts, disabled channels, leads that are added later.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type CallingAssistant, startTestApp } from '#testing/app/test-app.ts'
import type { CampaignInput } from '#testing/calls/campaigns.ts'
import { rawRequests } from '#testing/http/raw-request.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { control } = parley.carrier
const { advanceClock, createPhoneNumber, runUntilIdle } = parley

const hourMs = 3_600_000

const now = () => parley.app.context.now()

/** A campaign that calls busy phones. */
async function createCampaign(fields: CampaignInput = {}, owner?: CallingAssistant) {
  const caller = owner ?? (await parley.createCallingAssistant())
  const { client } = caller
  const { id } = (await client.campaigns.create({ name: 'Spring', assistant_id: caller.id, ...fields })).data
  const request = (action: string) => client.campaigns.updateStatus({ campaign_id: id, action })
  return {
    ...caller,
    campaignId: id,
    read: () => client.campaigns.get({ id }),
    async addLead() {
      const phone_number = createPhoneNumber()
      control.behaveOnCalls(phone_number, { pickUp: 'busy', ringMs: 0 })
      return (await client.leads.create({ campaign_id: id, phone_number })).data
    },
    async start() {
      const reply = await request('start')
      await runUntilIdle()
      return reply
    },
    stop: () => request('stop'),
    attempts: async () => (await client.campaigns.get({ id })).attempts['total'],
  }
}

/** The hour of the day in UTC, `hours` from now. */
const hourFromNow = (hours: number): string => `${String((now().getUTCHours() + hours + 24) % 24).padStart(2, '0')}:00`

describe('a schedule', () => {
  it('lets the campaign contact its leads in its windows only', async () => {
    const campaign = await createCampaign({
      allowed_hours_start_time: hourFromNow(2),
      allowed_hours_end_time: hourFromNow(4),
      max_retries: 1,
    })
    await campaign.addLead()
    await campaign.start()
    const { status, waiting } = await campaign.read()
    assert.deepEqual([status, waiting?.reason, await campaign.attempts()], ['in-progress', 'outside_hours', 0])
    assert.equal(waiting!.until!.slice(11, 16), hourFromNow(2))
    await advanceClock(hourMs)
    assert.equal(await campaign.attempts(), 0)
    await advanceClock(hourMs)
    assert.equal(await campaign.attempts(), 1)
  })

  it('can apply in the time zone of each lead, or else in that of the campaign', async () => {
    const campaign = await createCampaign({ use_lead_timezone: true, timezone: 'UTC' })
    // It is an hour later where the first person is than where the campaign is, and an hour earlier for the second one.
    const { client, campaignId: id } = campaign
    await client.campaigns.update({
      id,
      allowed_hours_start_time: hourFromNow(1),
      allowed_hours_end_time: hourFromNow(3),
    })
    const phoneOf = async (timezone?: string) => {
      const phone_number = createPhoneNumber()
      control.behaveOnCalls(phone_number, { pickUp: 'busy', ringMs: 0 })
      return (await client.leads.create({ campaign_id: id, phone_number, ...(timezone && { timezone }) })).data.id
    }
    const [east, west, unknown] = [await phoneOf('Etc/GMT-1'), await phoneOf('Etc/GMT+1'), await phoneOf()]
    await campaign.start()
    const attempts = () =>
      Promise.all([east, west, unknown].map(async (lead) => (await client.leads.get({ id: lead })).attempts))
    assert.deepEqual(await attempts(), [1, 0, 0])
    assert.equal((await client.leads.get({ id: west })).waiting?.reason, 'outside_hours')
    await advanceClock(hourMs)
    assert.deepEqual((await attempts()).slice(1), [0, 1])
    await client.campaigns.update({ id, allowed_hours_start_time: null, allowed_hours_end_time: null })
    await runUntilIdle()
    assert.equal((await attempts())[1], 1)
  })

  it('does not look at its leads again unless it has changed', async () => {
    const hours = { allowed_hours_start_time: hourFromNow(2), allowed_hours_end_time: hourFromNow(4) }
    const campaign = await createCampaign({ use_lead_timezone: true, timezone: 'UTC', ...hours })
    const { id } = await campaign.addLead()
    await campaign.start()
    const read = async () => (await campaign.client.leads.get({ id })).waiting
    const before = await read()
    assert.equal(before?.reason, 'outside_hours')
    await campaign.client.campaigns.update({ id: campaign.campaignId, name: 'Summer', ...hours })
    assert.deepEqual(await read(), before)
    await runUntilIdle()
    assert.deepEqual(await read(), before)
    await campaign.client.campaigns.update({
      id: campaign.campaignId,
      allowed_hours_start_time: null,
      allowed_hours_end_time: null,
    })
    await runUntilIdle()
    assert.equal((await campaign.client.leads.get({ id })).attempts, 1)
  })

  it('applies at once to a lead whose time zone is corrected', async () => {
    const campaign = await createCampaign({
      ...{ use_lead_timezone: true, timezone: 'UTC' },
      allowed_hours_start_time: hourFromNow(2),
      allowed_hours_end_time: hourFromNow(4),
    })
    const { id } = await campaign.addLead()
    await campaign.start()
    const lead = () => campaign.client.leads.get({ id })
    assert.equal((await lead()).waiting?.reason, 'outside_hours')
    const { waiting } = (await campaign.client.leads.update({ id, variables: { name: 'Ann' } })).data
    assert.equal(waiting?.reason, 'outside_hours')
    await campaign.client.leads.update({ id, timezone: 'Etc/GMT-2' })
    await runUntilIdle()
    assert.equal((await lead()).attempts, 1)
  })

  it('that is changed applies at once', async () => {
    const campaign = await createCampaign({
      allowed_hours_start_time: hourFromNow(2),
      allowed_hours_end_time: hourFromNow(4),
    })
    await campaign.addLead()
    await campaign.start()
    const { client, campaignId: id } = campaign
    await client.campaigns.update({ id, allowed_hours_start_time: null, allowed_hours_end_time: null })
    await runUntilIdle()
    assert.equal(await campaign.attempts(), 1)
  })

  it('can begin later, until which the campaign can be stopped and started again', async () => {
    const scheduled_start_at = new Date(now().getTime() + hourMs).toISOString()
    const campaign = await createCampaign({ scheduled_start_at })
    await campaign.addLead()
    const { message, data } = await campaign.start()
    assert.deepEqual([message, data.status], ['Campaign scheduled successfully.', 'scheduled'])
    assert.deepEqual((await campaign.stop()).data.status, 'paused')
    await advanceClock(2 * hourMs)
    assert.deepEqual([(await campaign.read()).status, await campaign.attempts()], ['paused', 0])
    const later = new Date(now().getTime() + hourMs).toISOString()
    await campaign.client.campaigns.update({ id: campaign.campaignId, scheduled_start_at: later })
    await campaign.start()
    await advanceClock(hourMs)
    assert.deepEqual([(await campaign.read()).status, await campaign.attempts()], ['in-progress', 1])
  })
})

describe('leads that are added to a campaign in progress', () => {
  it('are contacted, even if it had none left', async () => {
    const campaign = await createCampaign({ mark_complete_when_no_leads: false })
    await campaign.start()
    assert.equal((await campaign.read()).waiting?.reason, 'no_leads')
    await campaign.addLead()
    await runUntilIdle()
    assert.equal(await campaign.attempts(), 1)
    const phone = createPhoneNumber()
    control.behaveOnCalls(phone, { pickUp: 'busy', ringMs: 0 })
    const csv = new Blob([`phone,name\n${phone},Ann\n`], { type: 'text/csv' })
    await campaign.client.leads.import({ id: campaign.campaignId, file: csv })
    await runUntilIdle()
    assert.equal(await campaign.attempts(), 2)
  })

  it('wait for the next start if it is completed', async () => {
    const campaign = await createCampaign()
    const first = await campaign.addLead()
    await campaign.start()
    await campaign.client.leads.update({ id: first.id, status: 'completed' })
    await runUntilIdle()
    assert.equal((await campaign.read()).status, 'completed')
    const lead = await campaign.addLead()
    assert.equal(lead.waiting?.reason, 'campaign_completed')
    await campaign.start()
    assert.equal((await campaign.client.leads.get({ id: lead.id })).attempts, 1)
  })
})

it('a campaign that waits for a retry is not expected to end before it', async () => {
  const campaign = await createCampaign({ retry_interval: 30 })
  await campaign.addLead()
  await campaign.start()
  // In its first minute, no end is expected yet.
  await parley.turnClock(61_000)
  const { waiting, expected_end_at } = await campaign.read()
  assert.equal(waiting?.reason, 'retry_interval')
  assert.ok(new Date(expected_end_at!) > new Date(waiting.until!), `${expected_end_at} ${waiting.until}`)
})

it('requests of existing clients start and stop campaigns, and change leads', async () => {
  const campaign = await createCampaign()
  const request = rawRequests(parley, campaign.token)
  const lead = await campaign.addLead()
  const change = { campaign_id: campaign.campaignId, phone_number: lead.phone_number, status: 'created', variables: {} }
  for (const [method, path] of [
    ['PUT', `/api/leads/${lead.id}`],
    ['PUT', `/api/user/leads/${lead.id}`],
    ['PATCH', `/api/user/leads/${lead.id}`],
  ] as const)
    assert.equal((await request(method, path, change)).status, 200)
  const update = (body: object) => request('POST', '/api/user/campaigns/update-status', body)
  const started = await update({ campaign_id: String(campaign.campaignId), status: 'start' })
  assert.deepEqual(started.body, {
    message: 'Campaign started successfully.',
    success: true,
    data: { campaign_id: campaign.campaignId, status: 'in-progress', channel: 'call' },
  })
  const again = await update({ campaign_id: campaign.campaignId, action: 'start' })
  assert.deepEqual(
    [again.status, again.body],
    [422, { message: 'The campaign is already in progress.', success: false }],
  )
  const paused = await update({ campaign_id: campaign.campaignId, action: 'pause' })
  assert.deepEqual(
    [paused.status, paused.body],
    [400, { message: "Invalid action. Must be either 'start' or 'stop'.", success: false }],
  )
  const unknown = await update({ campaign_id: 999_999, action: 'start' })
  assert.deepEqual([unknown.status, unknown.body], [404, { message: 'Campaign not found.', success: false }])
  assert.equal((await update({ campaign_id: campaign.campaignId, action: 'stop' })).body.data.status, 'paused')
  assert.equal((await request('DELETE', `/api/user/campaigns/${campaign.campaignId}`)).status, 200)
})

it('an account that cannot pay a minute cannot start a campaign of calls', async () => {
  const owner = await parley.createCallingAssistant({ account: { balanceUsd: 0.01 } })
  const campaign = await createCampaign({}, owner)
  await campaign.addLead()
  const { status, body } = await rawRequests(parley, owner.token)('POST', '/api/user/campaigns/update-status', {
    campaign_id: campaign.campaignId,
    action: 'start',
  })
  assert.deepEqual(
    [status, body],
    [
      400,
      {
        message: 'Insufficient balance to start the campaign. Please top up your account.',
        success: false,
        data: { campaign_id: campaign.campaignId, status: 'draft' },
      },
    ],
  )
})

it('a channel that the operator has disabled cannot be used', async () => {
  const campaigns = { callsPerSecond: 50, disabledChannels: ['sms' as const] }
  await using other = await startTestApp({ settings: { campaigns } })
  const { client } = await other.createAccount()
  const { id } = (await client.campaigns.create({ name: 'Spring', channel: 'sms' })).data
  await client.leads.create({ campaign_id: id, phone_number: '+14155550100' })
  await assert.rejects(
    client.campaigns.updateStatus({ campaign_id: id, action: 'start' }),
    /The channel sms is disabled by the operator of this installation\./,
  )
})
