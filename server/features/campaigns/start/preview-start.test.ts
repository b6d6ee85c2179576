// Tests of the preview of the start of a campaign: when it contacts its leads, for how long, and at what cost.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { changeCallingLimits } from '#server/operator/calling-limits.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import type { CampaignInput } from '#testing/calls/campaigns.ts'
import { ringingCampaigns } from '#testing/calls/ringing-campaigns.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { createCampaign, endCalls, nextPhone } = ringingCampaigns(parley)

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const officeHours: CampaignInput = {
  use_lead_timezone: true,
  timezone: 'UTC',
  allowed_days: [...weekdays],
  allowed_hours_start_time: '09:00',
  allowed_hours_end_time: '18:00',
}

async function createPreviewed(fields: CampaignInput = {}, { balanceUsd = 100, maxDuration = 120 } = {}) {
  const owner = await parley.createCallingAssistant({
    account: { balanceUsd },
    assistant: { max_duration: maxDuration },
  })
  const campaign = await createCampaign({ max_retries: 2, ...fields }, owner)
  return { ...campaign, preview: () => campaign.client.campaigns.preview({ id: campaign.campaignId }) }
}

/** The wall-clock time in a time zone. */
const timeIn = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit' }).format(
    new Date(iso),
  )

describe('the preview of the start of a campaign', () => {
  it('has the highest cost of all attempts at all numbers, beside the balance', async () => {
    const campaign = await createPreviewed()
    await campaign.addLead()
    const phone_number = nextPhone()
    parley.carrier.control.behaveOnCalls(phone_number, { pickUp: 'busy', ringMs: 0 })
    await campaign.client.leads.create({
      campaign_id: campaign.campaignId,
      phone_number,
      secondary_contacts: [{ phone_number: nextPhone() }],
    })
    const before = await campaign.preview()
    // Three attempts at each of three numbers, two minutes each, at the price of a call and that of the carrier.
    assert.deepEqual([before.most_calls, before.highest_cost_usd, before.balance_usd], [9, 2.16, 100])
    await campaign.start()
    await parley.runUntilIdle()
    await endCalls(campaign)
    await campaign.stop()
    const after = await campaign.preview()
    assert.deepEqual([after.most_calls, after.contacted], [7, 2])
  })

  it('counts the segments of an SMS that are longer with the variables of a lead', async () => {
    const campaign = await createPreviewed({ channel: 'sms', sms_body: 'Hello {{name}}.', max_retries: 1 })
    for (const name of ['Ann', 'x'.repeat(200)])
      await campaign.client.leads.create({
        campaign_id: campaign.campaignId,
        phone_number: nextPhone(),
        variables: { name },
      })
    const { most_calls, most_messages, highest_cost_usd, expected } = await campaign.preview()
    assert.deepEqual([most_calls, most_messages, highest_cost_usd], [0, 4, 0.3])
    assert.deepEqual([expected?.call_seconds, expected?.duration_seconds], [null, 12])
  })

  it('names the limits for the cost of calls that can be reached', async () => {
    const campaign = await createPreviewed({ max_calls_in_parallel: 10 })
    for (let lead = 0; lead < 3; lead++) await campaign.addLead()
    assert.deepEqual((await campaign.preview()).spend_limits, [])
    await changeCallingLimits(parley.app.context, {
      accountId: campaign.account.id,
      limits: { spendPerDayMicros: 1_000_000 },
      countries: undefined,
    })
    assert.deepEqual((await campaign.preview()).spend_limits, [{ period: 'day', limit_usd: 1, spent_usd: 0 }])
  })

  it('names a limit that the reservations of calls reach, which last into the next hour', async () => {
    const campaign = await createPreviewed({ max_calls_in_parallel: 1 }, { maxDuration: 1_200 })
    for (let lead = 0; lead < 2; lead++) await campaign.addLead()
    const { highest_cost_usd: highest, most_calls } = await campaign.preview()
    const costOfCall = highest! / most_calls
    await changeCallingLimits(parley.app.context, {
      accountId: campaign.account.id,
      limits: { spendPerHourMicros: Math.round(3.5 * costOfCall * 1_000_000), spendPerDayMicros: 1_000_000_000 },
      countries: undefined,
    })
    assert.deepEqual(
      (await campaign.preview()).spend_limits.map(({ period }) => period),
      ['hour'],
    )
  })

  it('has the first hour at which a lead may be contacted, in its time zone', async () => {
    const campaign = await createPreviewed(officeHours)
    assert.equal((await campaign.preview()).first_contact, null)
    await campaign.addLead({ timezone: 'Asia/Tokyo' })
    const { first_contact: first } = await campaign.preview()
    assert.deepEqual([first?.timezone, first?.of_lead], ['Asia/Tokyo', true])
    const now = parley.app.context.now()
    const isOpen = /^(?!Sat|Sun).* (?:09|1[0-7]):/.test(timeIn(now.toISOString(), 'Asia/Tokyo'))
    if (isOpen) assert.ok(Date.parse(first!.at) <= now.getTime() + 1_000)
    else assert.match(timeIn(first!.at, 'Asia/Tokyo'), /^(?!Sat|Sun).*09:00$/)
    // A later start counts, too.
    const later = new Date(now.getTime() + 10 * 86_400_000)
    await campaign.update({ scheduled_start_at: later.toISOString() })
    assert.ok(Date.parse((await campaign.preview()).first_contact!.at) >= later.getTime())
  })

  it('expects when each lead has been called once, with closed hours and the length of earlier calls', async () => {
    const campaign = await createPreviewed({ max_calls_in_parallel: 2 })
    for (let lead = 0; lead < 6; lead++) await campaign.addLead()
    const { expected } = await campaign.preview()
    assert.deepEqual([expected?.call_seconds, expected?.measured, expected?.duration_seconds], [90, false, 270])
    const minutes = (Date.parse(expected!.end_at!) - parley.app.context.now().getTime()) / 60_000
    assert.ok(minutes > 4 && minutes < 5, `${minutes}`)
    await campaign.start()
    await parley.runUntilIdle()
    await parley.turnClock(30_000)
    await endCalls(campaign)
    await campaign.stop()
    const { expected: measured } = await campaign.preview()
    assert.equal(measured?.measured, true)
    assert.ok(measured!.call_seconds! >= 1 && measured!.call_seconds! <= 31, `${measured?.call_seconds}`)
  })

  it('counts leads that are finished, and has no cost while something is missing', async () => {
    const campaign = await createPreviewed()
    const lead = await campaign.addLead()
    await campaign.client.leads.update({ id: lead.id, status: 'completed' })
    await campaign.addLead()
    assert.deepEqual((await campaign.preview()).finished_by_status, {
      completed: 1,
      'reached-max-retries': 0,
      blacklisted: 0,
    })
    await campaign.update({ assistant_id: null })
    const { problems, highest_cost_usd } = await campaign.preview()
    assert.deepEqual([problems, highest_cost_usd], [['The campaign needs an assistant that calls.'], null])
  })
})
