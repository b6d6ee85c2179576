// Tests of campaigns that call: outcomes, retries, secondary contacts, limits, stop and start.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { selectBrokenBalances } from '#server/features/billing/index.ts'
import { until } from '#testing/app/until.ts'
import { phones, startCampaigns } from '#testing/calls/campaigns.ts'

const campaigns = await startCampaigns()
after(() => campaigns[Symbol.asyncDispose]())
const { parley, createCampaign } = campaigns
const { control } = parley.carrier

const minuteMs = 60_000

describe('a campaign', () => {
  it('calls every lead, and is completed with the outcome of each', async () => {
    const campaign = await createCampaign({ max_calls_in_parallel: 10, max_retries: 1, retry_on_voicemail: false })
    const { client, campaignId } = campaign
    const leads = {
      person: await campaign.addLead(phones.person, { variables: { customer_name: 'Grace' } }),
      voicemail: await campaign.addLead(phones.voicemail),
      busy: await campaign.addLead(phones.busy),
      no_answer: await campaign.addLead(phones.silent),
      invalid_number: await campaign.addLead(phones.unknownNumber),
    }
    const { message, success, data } = await campaign.start()
    assert.deepEqual(
      { message, success, data },
      {
        message: 'Campaign started successfully.',
        success: true,
        data: { campaign_id: campaignId, status: 'in-progress', channel: 'call' },
      },
    )
    await until(async () => (await campaign.read()).attempts['total'] === 5)
    for (const [outcome, { id }] of Object.entries(leads)) {
      const { attempts, outcome: last, history } = await campaign.readLead(id)
      assert.deepEqual([attempts, last, history.map((each) => each.outcome)], [1, outcome, [outcome]])
    }
    const busy = await campaign.readLead(leads.busy.id)
    assert.deepEqual([busy.status, busy.waiting?.reason], ['rescheduled', 'retry_interval'])
    assert.equal((await campaign.readLead(leads.invalid_number.id)).status, 'reached-max-retries')

    await parley.turnClock(59 * minuteMs)
    assert.equal((await campaign.read()).status, 'in-progress')
    await parley.turnClock(2 * minuteMs)
    await campaign.reaches('completed')
    const done = await campaign.read()
    assert.deepEqual(done.leads, { total: 5, completed: 2, 'reached-max-retries': 3 })
    assert.deepEqual(done.attempts, { total: 7, person: 1, voicemail: 1, busy: 2, no_answer: 2, invalid_number: 1 })
    assert.deepEqual([done.rates.answered, done.rates.person], [0.286, 0.143])
    const { data: calls } = await client.calls.list({ campaign_id: campaignId })
    assert.deepEqual([calls.length, calls[0]?.campaign_name], [7, 'Spring'])
    const [attempt] = (await campaign.readLead(leads.person.id)).history
    assert.deepEqual((await client.calls.get({ id: attempt!.call_id! })).variables, { customer_name: 'Grace' })
    assert.deepEqual(await selectBrokenBalances(parley.app.context.db), [])
  })

  it('presses the keys of an extension after the answer', async () => {
    const campaign = await createCampaign()
    const lead = await campaign.addLead(phones.person, { extension: '12' })
    await campaign.start()
    const call = await control.waitForCall(({ to }) => to === lead.phone_number)
    assert.equal(control.findCall(call.sid)?.sendDigits, 'ww12')
    await campaign.reaches('completed')
  })

  it('tries the next number of a person when all attempts at one have failed', async () => {
    const campaign = await createCampaign({ max_retries: 1, retry_interval: 10, contact_gap: 0 })
    const other = campaigns.nextPhone()
    control.behaveOnCalls(other, phones.person)
    const lead = await campaign.addLead(phones.busy, {
      variables: { name: 'Grace', city: 'Graz' },
      secondary_contacts: [{ phone_number: other, variables: { name: 'Alan' } }],
    })
    await campaign.start()
    await until(async () => (await campaign.readLead(lead.id)).attempts === 1)
    await until(async () => (await campaign.readLead(lead.id)).status === 'rescheduled')
    await parley.turnClock(11 * minuteMs)
    await campaign.reaches('completed')
    const { history, status } = await campaign.readLead(lead.id)
    assert.deepEqual(
      [status, history.map(({ phone_number, outcome }) => [phone_number, outcome])],
      [
        'completed',
        [
          [lead.phone_number, 'busy'],
          [lead.phone_number, 'busy'],
          [other, 'person'],
        ],
      ],
    )
    const call = await campaign.client.calls.get({ id: history[2]!.call_id! })
    assert.deepEqual(call.variables, { name: 'Alan', city: 'Graz' })
  })

  it('calls again until the evaluation says that the goal is reached, and its webhooks show the lead', async () => {
    const campaign = await createCampaign({
      max_retries: 1,
      retry_interval: 10,
      contact_gap: 0,
      retry_on_goal_incomplete: true,
      goal_completion_variable: 'renewed',
      party: {
        assistant: { post_call_schema: [{ name: 'renewed', type: 'bool', description: 'Whether they renewed.' }] },
      },
    })
    const lead = await campaign.addLead(phones.person)
    await campaign.start()
    const payload = await campaign.ended
    assert.deepEqual(payload['lead'], {
      id: lead.id,
      phone_number: lead.phone_number,
      variables: {},
      status: 'rescheduled',
      call_tries: 1,
      campaign: { id: campaign.campaignId, name: 'Spring' },
      created_at: (payload['lead'] as { created_at: string }).created_at,
      updated_at: (payload['lead'] as { updated_at: string }).updated_at,
    })
    await parley.turnClock(11 * minuteMs)
    await campaign.reaches('completed')
    const { goals, leads } = await campaign.read()
    assert.deepEqual(
      [goals, leads],
      [
        { reached: 0, missed: 2 },
        { total: 1, 'reached-max-retries': 1 },
      ],
    )
    assert.deepEqual(
      (await campaign.readLead(lead.id)).history.map((attempt) => [attempt.outcome, attempt.goal_reached]),
      [
        ['person', false],
        ['person', false],
      ],
    )
  })
})

/** Its phones ring until the test ends the call, however slow the machine is. */
const longRinging = { assistant: { ringing_time: 60 } }

describe('the calls of a campaign', { concurrency: true }, () => {
  it('never exceed their limit, and the next one follows when one ends', async () => {
    const campaign = await createCampaign({ max_calls_in_parallel: 2, phone_number_ids: [], party: longRinging })
    for (let lead = 0; lead < 6; lead++) await campaign.addLead(phones.rings)
    await campaign.start()
    const ringing = () =>
      control.recentCalls(100).filter(({ from, endedAtMs }) => from === campaign.number && endedAtMs === null)
    for (let ended = 0; ended < 6; ended += 2) {
      await until(async () => ringing().length === Math.min(2, 6 - ended))
      const { leads, waiting } = await campaign.read()
      assert.deepEqual([leads['processing'], waiting], [2, null])
      for (const { sid } of ringing()) control.hangUp(sid)
      await until(async () => ((await campaign.read()).attempts['total'] ?? 0) >= ended + 2)
    }
    assert.equal(control.recentCalls(100).filter(({ from }) => from === campaign.number).length, 6)
    await campaign.stop()
  })

  it('continue when the campaign is stopped, and nobody is called twice when it starts again', async () => {
    const campaign = await createCampaign({ max_calls_in_parallel: 2, party: longRinging })
    const leads = [
      await campaign.addLead(phones.rings),
      await campaign.addLead(phones.rings),
      await campaign.addLead(phones.person),
    ]
    await campaign.start()
    const calls = () => control.recentCalls(100).filter(({ from }) => from === campaign.number)
    await until(async () => calls().length === 2)
    assert.deepEqual((await campaign.stop()).data.status, 'paused')
    const stopped = await campaign.read()
    assert.deepEqual([stopped.pause_reason, stopped.leads['processing']], ['stopped', 2])
    assert.deepEqual((await campaign.readLead(leads[2]!.id)).waiting, {
      reason: 'campaign_paused',
      message: 'The campaign is paused.',
      until: null,
    })
    for (const { sid } of calls()) control.answer(sid)
    for (const { sid } of calls()) control.hangUp(sid)
    await until(async () => (await campaign.read()).leads['processing'] === undefined)
    assert.equal(calls().length, 2)
    await assert.rejects(campaign.stop(), /The campaign is not in progress\./)
    await campaign.start()
    await until(async () => (await campaign.readLead(leads[2]!.id)).status === 'completed')
    assert.equal(calls().length, 3)
  })

  it('are from its numbers in turn', async () => {
    const owner = await createCampaign()
    const second = await parley.createCallingAssistant({ owner })
    const ids = [owner.phoneNumberId, second.phoneNumberId]
    await owner.client.campaigns.update({ id: owner.campaignId, phone_number_ids: ids, max_calls_in_parallel: 1 })
    for (let lead = 0; lead < 4; lead++) await owner.addLead(phones.busy)
    await owner.start()
    await until(async () => (await owner.read()).attempts['total'] === 4)
    const from = control.recentCalls(100).map((call) => call.from)
    assert.deepEqual(
      [owner.number, second.number].map((number) => from.filter((each) => each === number).length),
      [2, 2],
    )
    await owner.stop()
  })
})

describe('a person', { concurrency: true }, () => {
  it('on the do-not-contact list is not called, and neither is one without consent if it is required', async () => {
    const campaign = await createCampaign({ require_consent: true })
    const { client } = campaign
    const [blocked, unknown, willing] = [
      await campaign.addLead(phones.person),
      await campaign.addLead(phones.person),
      await campaign.addLead(phones.person),
    ]
    for (const { phone_number } of [blocked, willing])
      await client.consents.create({ phone_number, status: 'given', source: 'web form' })
    await client.doNotContact.create({ phone_number: blocked.phone_number })
    const preview = await client.campaigns.preview({ id: campaign.campaignId })
    assert.deepEqual([preview.waiting, preview.examined, preview.skipped, preview.contacted], [3, 3, 2, 1])
    assert.deepEqual(preview.skipped_by_reason, { do_not_contact: 1, no_consent: 1 })
    assert.deepEqual(preview.problems, [])
    await campaign.start()
    await campaign.reaches('completed')
    const [first, second, third] = await Promise.all([blocked, unknown, willing].map(({ id }) => campaign.readLead(id)))
    assert.deepEqual([first!.status, first!.outcome, first!.attempts], ['blacklisted', 'do_not_contact', 0])
    assert.deepEqual([second!.status, second!.outcome, second!.attempts], ['blacklisted', 'no_consent', 0])
    assert.deepEqual([third!.status, third!.outcome], ['completed', 'person'])
    const { consent } = third!.history[0]!.decision as { consent: { status: string; source: string } }
    assert.deepEqual([consent.status, consent.source], ['given', 'web form'])
  })

  it('is not contacted twice within the gap, by whichever campaign or request, unless they asked for it', async () => {
    const [first, second] = [await createCampaign(), await createCampaign()]
    const other = await first.client.campaigns.create({ name: 'Other', assistant_id: first.id })
    const lead = await first.addLead(phones.person)
    await first.start()
    await first.reaches('completed')
    const again = await first.client.leads.create({ campaign_id: other.data.id, phone_number: lead.phone_number })
    await first.client.campaigns.updateStatus({ campaign_id: other.data.id, action: 'start' })
    await until(async () => (await first.readLead(again.data.id)).waiting?.reason === 'contact_gap')
    await until(async () => (await first.client.campaigns.get({ id: other.data.id })).waiting?.reason === 'contact_gap')
    const otherNumber = campaigns.nextPhone()
    const [person] = (await first.client.contacts.list({ search: lead.phone_number })).data
    await first.client.contacts.addAddress({ id: person!.id, phone_number: otherNumber })
    const byOther = await first.client.leads.create({ campaign_id: other.data.id, phone_number: otherNumber })
    await until(async () => (await first.readLead(byOther.data.id)).waiting?.reason === 'contact_gap')
    await first.client.leads.update({ id: again.data.id, requested: true, status: 'created' })
    await until(async () => (await first.readLead(again.data.id)).status === 'completed')
    // Accounts do not know of each other.
    const elsewhere = await second.addLead(phones.person, { phone_number: lead.phone_number })
    await second.start()
    await until(async () => (await second.readLead(elsewhere.id)).status === 'completed')
  })

  it('is called only at hours at which the law allows it where they are', async () => {
    const campaign = await createCampaign()
    const hour = parley.app.context.now().getUTCHours()
    /** A time zone in which it is this hour now. West of Greenwich is `+`. */
    const zoneAt = (localHour: number): string => {
      const offset = ((((hour - localHour) % 24) + 36) % 24) - 12
      return `Etc/GMT${offset >= 0 ? '+' : ''}${offset}`
    }
    control.behaveOnCalls('+14152345601', phones.busy)
    const awake = await campaign.addLead(phones.busy, { phone_number: '+14152345601', timezone: zoneAt(14) })
    const asleep = await campaign.addLead(phones.busy, { phone_number: '+14152345602', timezone: zoneAt(3) })
    await campaign.start()
    await until(async () => (await campaign.readLead(awake.id)).attempts === 1)
    await until(async () => (await campaign.readLead(asleep.id)).waiting?.reason === 'legal_hours')
    const { waiting } = await campaign.readLead(asleep.id)
    const hours = (Date.parse(waiting!.until!) - parley.app.context.now().getTime()) / 3_600_000
    assert.ok(hours > 4 && hours <= 5, `${hours}`)
    await campaign.stop()
  })
})
