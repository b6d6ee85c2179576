// Kills the server while a campaign begins an attempt, sends a message and settles an attempt: every lead is contacted once.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { selectBrokenBalances } from '#server/features/billing/index.ts'
import { jobs } from '#server/features.ts'
import type { FailpointAddress } from '#server/platform/failpoints/failpoint.ts'
import { startTestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { openCallServer } from '../calls/call-server.ts'
import type { CampaignInput } from '../calls/campaigns.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())
const { control, phones } = parley.carrier
const { db } = parley.app.context
/** It is killed, and started again. */
const server = await openCallServer(parley, {}, { hasFailpoints: true })
after(() => server[Symbol.asyncDispose]())

let numbers = 0
const nextPhone = (): string => `+1305555${1000 + ++numbers}`

type Owner = Awaited<ReturnType<typeof parley.createCallingAssistant>>

async function createCampaign(owner: Owner, fields: CampaignInput, leads = 1) {
  const { client } = owner
  const order = { name: 'Spring', assistant_id: owner.id, contact_gap: 0, max_retries: 1, ...fields }
  const { id } = (await client.campaigns.create(order)).data
  const created = []
  for (let lead = 0; lead < leads; lead++) {
    const phone = nextPhone()
    control.behaveOnCalls(phone, { pickUp: 'busy' })
    created.push((await client.leads.create({ campaign_id: id, phone_number: phone })).data)
  }
  return {
    client,
    leads: created,
    start: () => client.campaigns.updateStatus({ campaign_id: id, action: 'start' }),
  }
}

async function createSmsCampaign() {
  const owner = await parley.createCallingAssistant()
  return createCampaign(owner, {
    channel: 'sms',
    sms_body: 'Hello.',
    sms_from_phone_number_id: owner.phoneNumberId,
    retry_interval: 10,
  })
}

type Campaign = Awaited<ReturnType<typeof createCampaign>>

/** Calls that this phone got, and messages. */
const contactsOf = (phone: string): number =>
  control.recentCalls(10_000).filter(({ to }) => to === phone).length + phones.inbox(phone).length

/** An attempt of every lead ends with this outcome, and the carrier has one call or message for it. */
async function assertContactedOnce(
  { leads, client }: Campaign,
  outcome: string | string[],
  expectedAttempts = 1,
): Promise<void> {
  for (const { id, phone_number } of leads) {
    const read = () => client.leads.get({ id })
    await until(async () => (await read()).history.some((attempt) => [outcome].flat().includes(attempt.outcome ?? '')))
    const { attempts, history } = await read()
    assert.ok(history.every(({ call_id, message_id }) => call_id !== null || message_id !== null))
    assert.deepEqual([attempts, history.length, contactsOf(phone_number)], [expectedAttempts, expectedAttempts, 1])
  }
  assert.deepEqual(await selectBrokenBalances(db), [])
}

const minuteMs = 60_000
/** Ends the calls whose end no callback has reported. */
async function recoverCalls(): Promise<void> {
  await parley.turnClock(minuteMs + 1_000)
  await server.runCron('calls.recover')
}

describe('a campaign whose process is killed', () => {
  const whenDispatching: FailpointAddress[] = [
    'campaigns.dispatch/transaction-before-commit:1',
    // The attempt and its call are stored, but not dialed.
    'campaigns.dispatch/transaction-after-commit:1',
  ]
  for (const failpoint of whenDispatching) {
    it(`calls its lead once and within seconds after ${failpoint}`, { timeout: 60_000 }, async () => {
      const owner = await parley.createCallingAssistant()
      const campaign = await createCampaign(owner, {})
      await server.process().dieAt(failpoint)
      await campaign.start()
      await server.process().ended
      assert.equal(contactsOf(campaign.leads[0]!.phone_number), 0)
      await server.restart()
      const startedAt = performance.now()
      await until(async () => contactsOf(campaign.leads[0]!.phone_number) > 0)
      assert.ok(performance.now() - startedAt < 15_000)
      // The process may not have listened yet when the carrier reported the end of the call.
      await recoverCalls()
      await assertContactedOnce(campaign, 'busy')
    })
  }

  it('while it settles the attempt of a call does not call again', { timeout: 60_000 }, async () => {
    const owner = await parley.createCallingAssistant()
    const campaign = await createCampaign(owner, {})
    await server.process().dieAt('/carrier/twilio/call-status/:uuid/:token/transaction-before-commit:1')
    await campaign.start()
    await server.process().ended
    await server.restart()
    await recoverCalls()
    await assertContactedOnce(campaign, 'busy')
  })

  it('before the carrier has a message that is stored sends it in the next attempt', { timeout: 60_000 }, async () => {
    const campaign = await createSmsCampaign()
    await server.process().dieAt('campaigns.send/carrier.sendMessage-before:1')
    await campaign.start()
    await server.process().ended
    await server.restart()
    // The message is looked for at the carrier for some minutes.
    await until(async () => {
      await parley.turnClock(minuteMs)
      await server.runCron('messages.repair')
      return (await campaign.client.leads.get({ id: campaign.leads[0]!.id })).status === 'rescheduled'
    })
    await parley.turnClock(10 * minuteMs)
    await assertContactedOnce(campaign, 'delivered', 2)
  })

  const statusUpdateJob = jobs.find(({ name }) => name.startsWith('messages.apply-'))!.name
  const whenSending: FailpointAddress[] = [
    'campaigns.send/carrier.sendMessage-after:1',
    // The delivery is reported, and ends the attempt.
    `${statusUpdateJob}/transaction-before-commit:1`,
  ]
  for (const failpoint of whenSending) {
    it(`sends its message once after ${failpoint}`, { timeout: 60_000 }, async () => {
      const campaign = await createSmsCampaign()
      await server.process().dieAt(failpoint)
      await campaign.start()
      await server.process().ended
      await server.restart()
      await until(async () => contactsOf(campaign.leads[0]!.phone_number) > 0)
      // The carrier may have reported the delivery while no process ran.
      await parley.turnClock(16 * minuteMs)
      await server.runCron('campaigns.dispatch')
      await assertContactedOnce(campaign, ['sent', 'delivered'])
    })
  }

  it('is continued by another process within seconds', { timeout: 60_000 }, async () => {
    const owner = await parley.createCallingAssistant()
    const campaign = await createCampaign(owner, { max_calls_in_parallel: 3 }, 12)
    const called = () => campaign.leads.filter(({ phone_number }) => contactsOf(phone_number) > 0).length
    await server.process().dieAt('campaigns.dispatch/transaction-after-commit:1')
    await campaign.start()
    await server.process().ended
    const diedAt = performance.now()
    // Before, either process could have begun the campaign.
    await using _other = await openCallServer(parley)
    // Calls that the dead process has dialed can keep two of the three slots.
    await until(async () => called() >= 10)
    assert.ok(performance.now() - diedAt < 20_000)
    await recoverCalls()
    await assertContactedOnce(campaign, 'busy')
  })
})
