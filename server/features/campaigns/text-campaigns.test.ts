// Tests of campaigns that send chat-app templates and SMS: variables, delivery, opt-outs, pace, stop, and fallback.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { selectBrokenBalances } from '#server/features/billing/index.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import type { CampaignInput } from '#testing/calls/campaigns.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { control, phones } = parley.carrier
const { runUntilIdle, advanceClock, createPhoneNumber } = parley

type Owner = Awaited<ReturnType<typeof parley.createSender>>

/** Runs a campaign of the owner. */
async function createCampaign({ client }: Pick<Owner, 'client'>, fields: CampaignInput) {
  const { id } = (await client.campaigns.create({ name: 'Spring', messages_per_minute: 10, ...fields })).data
  return {
    id,
    read: () => client.campaigns.get({ id }),
    addLead: async (lead: object = {}) =>
      (await client.leads.create({ campaign_id: id, phone_number: createPhoneNumber(), ...lead })).data,
    readLead: (leadId: number) => client.leads.get({ id: leadId }),
    async start() {
      await client.campaigns.updateStatus({ campaign_id: id, action: 'start' })
      await runUntilIdle()
    },
    stop: () => client.campaigns.updateStatus({ campaign_id: id, action: 'stop' }),
  }
}

const chatapp = (owner: Owner): CampaignInput => ({
  channel: 'chatapp',
  chatapp_sender_id: owner.senderId,
  chatapp_template_id: owner.templateId,
  text_variable_mapping: { 1: 'customer_name' },
})

const sixSecondsMs = 6_000

describe('a chat-app campaign', () => {
  it('sends its template to every lead, as many per minute as it may, and is completed', async () => {
    const owner = await parley.createSender()
    const campaign = await createCampaign(owner, chatapp(owner))
    const names = ['Ann', 'Ben', 'Cleo']
    const leads = await Promise.all(names.map((customer_name) => campaign.addLead({ variables: { customer_name } })))
    await campaign.start()
    const sent = () => leads.filter(({ phone_number }) => phones.inbox(phone_number).length > 0).length
    assert.equal(sent(), 1)
    assert.equal((await campaign.read()).waiting?.reason, 'messages_per_minute')
    await advanceClock(sixSecondsMs)
    assert.equal(sent(), 2)
    await advanceClock(sixSecondsMs)
    await runUntilIdle()
    assert.deepEqual(
      leads.map(({ phone_number }) => phones.inbox(phone_number).map(({ body }) => body.split(',')[0])),
      names.map((name) => [name]),
    )
    const done = await campaign.read()
    assert.deepEqual([done.status, done.leads], ['completed', { total: 3, completed: 3 }])
    assert.deepEqual(done.attempts, { total: 3, read: 3 })
    const { history } = await campaign.readLead(leads[0]!.id)
    assert.ok(history[0]!.message_id !== null)
    assert.equal((await owner.money()).held, 0)
    assert.deepEqual(await selectBrokenBalances(parley.app.context.db), [])
  })

  it('leaves out people who have written STOP, and leads without the variables of the template', async () => {
    const owner = await parley.createSender()
    const campaign = await createCampaign(owner, { ...chatapp(owner), text_variable_mapping: {} })
    const stopped = await campaign.addLead({ variables: { 1: 'Ann' } })
    await parley.sendInboundMessage(owner, stopped.phone_number, 'STOP')
    const incomplete = await campaign.addLead()
    await campaign.start()
    await advanceClock(sixSecondsMs)
    const [first, second] = await Promise.all([stopped, incomplete].map(({ id }) => campaign.readLead(id)))
    assert.deepEqual([first!.status, first!.outcome], ['blacklisted', 'do_not_contact'])
    assert.deepEqual([second!.status, second!.outcome], ['reached-max-retries', 'invalid_variables'])
    assert.match(second!.history[0]!.detail!, /Template variables do not match: "1" \(Ann\) is missing/)
    assert.equal((await campaign.read()).status, 'completed')
  })

  it('sends again after a failure', async () => {
    const owner = await parley.createSender()
    const campaign = await createCampaign(owner, { ...chatapp(owner), retry_interval: 10, contact_gap: 0 })
    const failing = await campaign.addLead({ variables: { customer_name: 'Ann' } })
    control.script({ faults: [{ fault: 'fail', code: 63005 }] })
    await campaign.start()
    assert.deepEqual((await campaign.readLead(failing.id)).waiting?.reason, 'retry_interval')
    await advanceClock(10 * 60_000)
    await runUntilIdle()
    const { history, status } = await campaign.readLead(failing.id)
    assert.deepEqual([status, history.map(({ outcome }) => outcome)], ['completed', ['undelivered', 'read']])
  })

  it('is paused with a reason if the balance or its sender no longer allows messages', async () => {
    const owner = await parley.createSender({ account: { balanceUsd: 0.015 } })
    const campaign = await createCampaign(owner, chatapp(owner))
    const leads = [
      await campaign.addLead({ variables: { customer_name: 'Ann' } }),
      await campaign.addLead({ variables: { customer_name: 'Ben' } }),
    ]
    await campaign.start()
    await advanceClock(sixSecondsMs)
    const paused = await campaign.read()
    assert.deepEqual([paused.status, paused.pause_reason], ['paused', 'insufficient_balance'])
    const [, waiting] = await Promise.all(leads.map(({ id }) => campaign.readLead(id)))
    assert.deepEqual([waiting!.status, waiting!.history.map(({ outcome }) => outcome)], ['created', ['canceled']])
    await assert.rejects(campaign.start(), /Insufficient balance to start the campaign/)
  })
})

describe('an SMS campaign', () => {
  it('sends its text with the variables of each lead', async () => {
    const owner = await parley.createCallingAssistant()
    const campaign = await createCampaign(owner, {
      channel: 'sms',
      sms_from_phone_number_id: owner.phoneNumberId,
      sms_body: 'Dear {{name}}, your order {{order}} is ready.',
      text_variable_mapping: { order: 'order_number' },
    })
    const lead = await campaign.addLead({ variables: { name: 'Ann', order_number: '17' } })
    await campaign.start()
    await runUntilIdle()
    assert.deepEqual(
      phones.inbox(lead.phone_number).map(({ body, from }) => [body, from]),
      [['Dear Ann, your order 17 is ready.', owner.number]],
    )
    const done = await campaign.read()
    assert.deepEqual([done.status, done.attempts], ['completed', { total: 1, delivered: 1 }])
    const [sms] = (await owner.client.sms.list({ phone_number: lead.phone_number })).data
    assert.equal(sms?.status, 'delivered')
  })

  it('is not started if the account cannot pay one segment', async () => {
    const owner = await parley.createCallingAssistant({ account: { balanceUsd: 0.02 } })
    const campaign = await createCampaign(owner, {
      channel: 'sms',
      sms_from_phone_number_id: owner.phoneNumberId,
      sms_body: 'Your order is ready.',
    })
    await campaign.addLead()
    await assert.rejects(campaign.start(), /Insufficient balance to start the campaign/)
  })

  it('stopped before its message is sent sends it after the next start, once', async () => {
    const owner = await parley.createCallingAssistant()
    const campaign = await createCampaign(owner, {
      channel: 'sms',
      sms_from_phone_number_id: owner.phoneNumberId,
      sms_body: 'Hello.',
    })
    const lead = await campaign.addLead()
    await owner.client.campaigns.updateStatus({ campaign_id: campaign.id, action: 'start' })
    await campaign.stop()
    await runUntilIdle()
    assert.equal(phones.inbox(lead.phone_number).length, 0)
    await campaign.start()
    await runUntilIdle()
    assert.equal(phones.inbox(lead.phone_number).length, 1)
    assert.equal((await campaign.readLead(lead.id)).status, 'completed')
  })
})

describe('a campaign that lacks something', () => {
  it('is not started, and the message says what it lacks', async () => {
    const owner = await parley.createSender()
    const other = await parley.createSender()
    const starts = async (fields: CampaignInput, message: RegExp) => {
      const campaign = await createCampaign(owner, fields)
      await campaign.addLead()
      await assert.rejects(campaign.start(), message)
      assert.match((await owner.client.campaigns.preview({ id: campaign.id })).problems.join(' '), message)
    }
    await starts({}, /The campaign needs an assistant that calls\./)
    await starts({ assistant_id: owner.id }, /The assistant has no phone number to call from\./)
    await starts({ channel: 'chatapp' }, /The campaign needs a sender of chat-app messages\./)
    await starts({ ...chatapp(owner), chatapp_template_id: null }, /The campaign needs a template\./)
    await starts({ channel: 'sms' }, /The campaign needs a phone number that sends SMS\./)
    const empty = await createCampaign(owner, chatapp(owner))
    await assert.rejects(empty.start(), /The campaign has no leads to contact\./)
    await assert.rejects(
      owner.client.campaigns.updateStatus({ campaign_id: empty.id, action: 'pause' }),
      /Invalid action\. Must be either 'start' or 'stop'\./,
    )
    await assert.rejects(
      other.client.campaigns.updateStatus({ campaign_id: empty.id, action: 'start' }),
      /Campaign not found\./,
    )
  })
})
