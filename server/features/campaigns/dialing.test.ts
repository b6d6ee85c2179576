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
})
