// Tests of what campaigns do after a call that did not reach the person, and of people who opt out on the phone.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { until } from '#testing/app/until.ts'
import { phones, startCampaigns } from '#testing/calls/campaigns.ts'
import { line } from '#testing/calls/phone-calls.ts'

const campaigns = await startCampaigns()
after(() => campaigns[Symbol.asyncDispose]())
const { parley, createCampaign } = campaigns

const screening = {
  steps: [line('Please state your name and why you are calling.', { afterMs: 100 }), { hangUp: true, afterMs: 6_000 }],
}

describe('a lead whom no call has reached', { concurrency: true }, () => {
  it('gets a message on the fallback channel, once', async () => {
    const campaign = await createCampaign({
      max_retries: 1,
      contact_gap: 0,
      fallback_channel: 'sms',
      sms_body: 'Dear {{name}}, please call us back.',
    })
    const { client, campaignId: id } = campaign
    await client.campaigns.update({ id, sms_from_phone_number_id: campaign.phoneNumberId })
    const lead = await campaign.addLead(phones.unknownNumber, { variables: { name: 'Ann' } })
    await campaign.start()
    await campaign.reaches('completed')
    const { history, status } = await campaign.readLead(lead.id)
    assert.deepEqual(
      [status, history.map(({ channel, outcome }) => [channel, outcome])],
      [
        'completed',
        [
          ['call', 'invalid_number'],
          ['sms', 'delivered'],
        ],
      ],
    )
    const inbox = parley.carrier.phones.inbox(lead.phone_number)
    assert.deepEqual(
      inbox.map(({ body }) => body),
      ['Dear Ann, please call us back.'],
    )
  })

  it('is called again if a service has answered for them, which learns the purpose', async () => {
    const campaign = await createCampaign({
      purpose: 'your appointment on Monday',
      party: { assistant: { name: 'Ada' } },
    })
    const lead = await campaign.addLead(screening)
    await campaign.start()
    await until(async () => (await campaign.readLead(lead.id)).outcome !== null)
    const { outcome, status, history } = await campaign.readLead(lead.id)
    assert.deepEqual([outcome, status], ['screening', 'rescheduled'])
    const { transcript, answerer } = await campaign.client.calls.get({ id: history[0]!.call_id! })
    assert.equal(answerer, 'screening')
    assert.ok(transcript.some(({ sender, text }) => sender === 'bot' && text.includes('your appointment on Monday')))
    await campaign.stop()
  })
})

describe('a person who does not want to be called again', { concurrency: true }, () => {
  const refuses = { steps: [line('Hello?', { pauseMs: 100 }), line('Do not call me about this again.')] }
  const optOut = (scope: string) => ({
    pieces: ['I will not call you again. Goodbye.', { tool: 'record_opt_out', arguments: { scope } }],
  })

  it('about a topic is not contacted by campaigns about it, but by others', async () => {
    const campaign = await createCampaign({ topic: 'renewals', contact_gap: 0, party: { script: optOut('topic') } })
    const { client } = campaign
    const lead = await campaign.addLead(refuses)
    await campaign.start()
    await campaign.reaches('completed')
    const { status, outcome } = await campaign.readLead(lead.id)
    assert.deepEqual([status, outcome], ['blacklisted', 'do_not_contact'])
    const [entry] = (await client.doNotContact.list({ phone_number: lead.phone_number })).data
    assert.deepEqual([entry?.scope, entry?.topic, entry?.source], ['topic', 'renewals', 'call'])
    const previews = ['renewals', 'surveys'].map(async (topic) => {
      const { id } = (await client.campaigns.create({ name: topic, topic, assistant_id: campaign.id })).data
      await client.leads.create({ campaign_id: id, phone_number: lead.phone_number })
      return (await client.campaigns.preview({ id })).skipped
    })
    assert.deepEqual(await Promise.all(previews), [1, 0])
  })

  it('at all cannot be called by anyone of the account', async () => {
    const campaign = await createCampaign({ party: { script: optOut('everything') } })
    const lead = await campaign.addLead(refuses)
    await campaign.start()
    await campaign.reaches('completed')
    assert.equal((await campaign.readLead(lead.id)).status, 'blacklisted')
    await assert.rejects(
      campaign.client.calls.make({ assistant_id: campaign.id, phone_number: lead.phone_number }),
      /The number is on the do-not-contact list of the account\./,
    )
  })
})
