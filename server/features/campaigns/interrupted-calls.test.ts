// Tests of campaigns whose calls end with their process: their leads are called again at once, but only once in succession.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { claimMedia } from '#server/features/calls/index.ts'
import { until } from '#testing/app/until.ts'
import { phones, startCampaigns } from '#testing/calls/campaigns.ts'

const { parley, createCampaign, ...campaigns } = await startCampaigns()
after(() => campaigns[Symbol.asyncDispose]())
const { context } = parley.app
const { externalId: accountSid } = context.settings.carrierAccount

const taken = new Set<string>()

/** The calls that wait for an answer are taken by a process that dies. */
async function loseCalls(count: number, name: string): Promise<void> {
  const ringing = () =>
    parley.carrier.control.recentCalls(100).filter(({ sid, status }) => status === 'ringing' && !taken.has(sid))
  await until(() => ringing().length === count)
  for (const { sid } of ringing()) {
    taken.add(sid)
    const claim = { token: parley.mediaTokenOf(sid), externalId: sid, carrierAccountId: accountSid }
    assert.ok(await claimMedia({ ...context, processId: name }, claim))
  }
  await parley.runCron('calls.recover')
  await parley.turnClock(10_000)
  await parley.runCron('calls.recover')
}

it('a lead whose call ended with its process is called again at once, and after the interval if it happens again', async () => {
  const campaign = await createCampaign({ max_retries: 3, party: { assistant: { ringing_time: 60 } } })
  const leads = await Promise.all(Array.from({ length: 3 }, () => campaign.addLead(phones.rings)))
  await campaign.start()
  await loseCalls(leads.length, 'a process that died')
  await loseCalls(leads.length, 'another process that died')
  for (const { id } of leads) {
    await until(async () => (await campaign.readLead(id)).status === 'rescheduled')
    const { attempts, history, waiting } = await campaign.readLead(id)
    assert.deepEqual([attempts, history.map(({ outcome }) => outcome)], [2, ['failed', 'failed']])
    assert.equal(waiting?.reason, 'retry_interval')
  }
})
