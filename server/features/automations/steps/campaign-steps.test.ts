// Tests of the steps that create and update leads and start campaigns.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { assertFails, runStep, runTwice } from '#testing/automations/steps.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const wiring = { classification: 'wiring_error' } as const
const missing = { classification: 'missing_record' } as const

async function createCampaign() {
  const owner = await parley.createCallingAssistant()
  const { client, id: assistant_id } = owner
  const { id } = (await client.campaigns.create({ name: 'Spring', assistant_id, goal_completion_variable: null })).data
  const run = (type: string, input: object, more: object = {}) =>
    runStep(parley, owner, type, { input: { ...input }, ...more })
  const leads = async () => (await client.leads.list({ campaign_id: id })).data
  return { ...owner, campaignId: id, run, leads, status: async () => (await client.campaigns.get({ id })).status }
}

const phone_number = '+14155550123'

describe('the step create_lead', () => {
  it('creates one lead, and finds it again after an interruption', async () => {
    const campaign = await createCampaign()
    const { campaignId: campaign_id } = campaign
    const input = {
      campaign_id,
      phone_number: '(415) 555-0123',
      variables: { name: 'Ann', age: 7 },
      timezone: 'America/Denver',
    }
    const output = await runTwice(parley, campaign, 'create_lead', { input })
    const [lead, ...others] = await campaign.leads()
    assert.deepEqual(others, [])
    const variables = { name: 'Ann', age: '7' }
    assert.deepEqual(output, { lead_id: lead!.id, campaign_id, phone_number, status: 'created', variables })
    assert.equal(lead!.timezone, 'America/Denver')
  })

  it('creates the lead if the interrupted run did not', async () => {
    const campaign = await createCampaign()
    const input = { campaign_id: campaign.campaignId, phone_number }
    await campaign.run('create_lead', input, { isResumed: true })
    assert.equal((await campaign.leads()).length, 1)
  })

  it('fails for a number that the campaign has, a campaign that is gone, and invalid values', async () => {
    const campaign = await createCampaign()
    const other = await createCampaign()
    const good = { campaign_id: campaign.campaignId, phone_number }
    const fails = (change: object, expected: Parameters<typeof assertFails>[1]) =>
      assertFails(campaign.run('create_lead', { ...good, ...change }), expected)
    await campaign.run('create_lead', good)
    await fails({}, { ...wiring, message: 'The campaign already has a lead with this phone number.' })
    const gone = { ...missing, message: 'The selected campaign id is invalid.' }
    await fails({ campaign_id: other.campaignId }, gone)
    await fails({ campaign_id: 999_999_999 }, gone)
    await fails({ phone_number: '12' }, { ...wiring, message: 'The phone number must be a valid phone number.' })
    await fails(
      { phone_number: '+14155550124', timezone: 'Mars/Olympus' },
      { ...wiring, message: 'The selected timezone is invalid.' },
    )
    assert.equal((await campaign.leads()).length, 1)
  })
})

describe('the step update_lead', () => {
  it('changes the status and merges the variables', async () => {
    const campaign = await createCampaign()
    const { lead_id } = await campaign.run('create_lead', {
      campaign_id: campaign.campaignId,
      phone_number,
      variables: { name: 'Ann' },
    })
    const input = { lead_id, status: 'completed', variables: { city: 'Rome' } }
    const output = await runTwice(parley, campaign, 'update_lead', { input })
    assert.deepEqual([output['status'], output['variables']], ['completed', { name: 'Ann', city: 'Rome' }])
    await campaign.client.leads.delete({ id: lead_id as number })
    await assertFails(campaign.run('update_lead', input), { ...missing, message: 'Lead not found' })
  })
})

describe('the step start_campaign', () => {
  it('starts the campaign once, even if it has completed since', async () => {
    const campaign = await createCampaign()
    const { campaignId: campaign_id, run } = campaign
    const start = (more: object = {}) => run('start_campaign', { campaign_id }, more)
    await assertFails(start(), { ...wiring, message: 'The campaign has no leads to contact.' })
    await run('create_lead', { campaign_id, phone_number })
    assert.deepEqual(await start(), { campaign_id, status: 'in-progress' })
    await assertFails(start(), { ...wiring, message: 'The campaign is already in progress.' })
    assert.deepEqual(await start({ isResumed: true }), { campaign_id, status: 'in-progress' })
    const { id } = (await campaign.leads())[0]!
    await run('update_lead', { lead_id: id, status: 'completed' })
    await parley.runJobs()
    assert.equal(await campaign.status(), 'completed')
    assert.deepEqual(await start({ isResumed: true }), { campaign_id, status: 'completed' })
  })

  it('fails if the campaign is gone or not configured', async () => {
    const { run, client } = await createCampaign()
    const gone = run('start_campaign', { campaign_id: 999_999_999 })
    await assertFails(gone, { ...missing, message: 'Campaign not found.' })
    const { id } = (await client.campaigns.create({ name: 'Empty' })).data
    const message = 'The campaign needs an assistant that calls.'
    await assertFails(run('start_campaign', { campaign_id: id }), { ...wiring, message })
    await assertFails(run('start_campaign', { campaign_id: id }, { isResumed: true }), { ...wiring, message })
  })
})
