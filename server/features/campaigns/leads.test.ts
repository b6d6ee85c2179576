// Tests of leads: how clients create them, duplicates, lists, changes, and the counts of their campaign.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { assertInvalid, assertNotFound } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

async function open() {
  const owner = await parley.createAccount({ timeZone: 'Europe/Berlin' })
  const campaign = (await owner.client.campaigns.create({ name: 'Spring' })).data
  const countsOf = async () => (await owner.client.campaigns.get({ id: campaign.id })).leads
  return { ...owner, request: rawRequests(parley, owner.token), campaignId: campaign.id, countsOf }
}

const phone = '+14155550100'

describe('a lead', () => {
  it('is created as existing clients send it', async () => {
    const { request, campaignId } = await open()
    const { status, body } = await request('POST', '/api/user/lead', {
      campaign_id: String(campaignId),
      phone_number: phone,
      variables: [{ customer_name: 'Grace' }, { visits: 3 }],
      allow_dupplicate: false,
      secondary_contacts: [{ phone_number: '+14155550101', variables: { customer_name: 'Alan' } }],
    })
    assert.equal(status, 200)
    const { created_at, updated_at, id, ...rest } = body.data
    assert.match(created_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    assert.equal(typeof updated_at, 'string')
    assert.deepEqual(
      { message: body.message, ...rest, hasId: id > 0 },
      {
        message: 'Lead created successfully',
        campaign_id: campaignId,
        phone_number: phone,
        extension: null,
        variables: { customer_name: 'Grace', visits: '3' },
        status: 'created',
        timezone: null,
        requested: false,
        attempts: 0,
        outcome: null,
        waiting: { reason: 'campaign_draft', message: 'The campaign has not been started.', until: null },
        campaign: { id: campaignId, name: 'Spring' },
        secondary_contacts: [{ phone_number: '+14155550101', extension: null, variables: { customer_name: 'Alan' } }],
        hasId: true,
      },
    )
    const other = await request('POST', '/api/user/leads', { campaign_id: campaignId, phone_number: '+14155550102' })
    assert.deepEqual([other.status, other.body.data.variables, other.body.data.secondary_contacts], [200, {}, []])
  })

  it('keeps the extension of its number, and two extensions are two people', async () => {
    const { client, campaignId: campaign_id } = await open()
    const create = (phone_number: string, more: { extension?: string } = {}) =>
      client.leads.create({ campaign_id, phone_number, ...more, secondary_contacts: [{ phone_number: `${phone} x8` }] })
    const { data: lead } = await create(`${phone} ext. 41`)
    assert.deepEqual([lead.phone_number, lead.extension, lead.secondary_contacts[0]?.extension], [phone, '41', '8'])
    assert.equal((await create(phone, { extension: '42' })).data.extension, '42')
    await assertInvalid(create(`${phone},41`.replace(',', ' x')), {
      phone_number: ['The campaign already has a lead with this phone number.'],
    })
    const change = async (patch: { phone_number?: string; extension?: string | null }) =>
      (await client.leads.update({ id: lead.id, ...patch })).data.extension
    assert.equal(await change({ phone_number: phone }), '41')
    assert.equal(await change({ extension: ',5#' }), ',5#')
    assert.equal(await change({ phone_number: '+14155550109' }), null)
    await assertInvalid(change({ extension: 'x5' }), { extension: ['The extension format is invalid.'] })
  })

  it('keeps the digits of its variables', async () => {
    const { token, campaignId } = await open()
    const request = new Request('http://localhost/api/user/leads', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: `{"campaign_id":${campaignId},"phone_number":"${phone}","variables":{"order":76156173374952512310,"n":-5}}`,
    })
    const { data } = (await (await parley.fetch(request)).json()) as { data: { variables: object } }
    assert.deepEqual(data.variables, { order: '76156173374952512310', n: '-5' })
  })

  it('can have a number as it is dialed within the country of the account', async () => {
    const { client, campaignId } = await open()
    const create = async (phone_number: string) =>
      (await client.leads.create({ campaign_id: campaignId, phone_number })).data.phone_number
    assert.equal(await create('(415) 555-0123'), '+14155550123')
    assert.equal(await create('+49 171 1234567'), '+491711234567')
    for (const phone_number of ['911', 'call me', '12', '+1'])
      await assertInvalid(client.leads.create({ campaign_id: campaignId, phone_number }), {
        phone_number: ['The phone number must be a valid phone number.'],
      })
  })

  it('is refused for a number that the campaign has, unless duplicates are allowed', async () => {
    const { client, campaignId, countsOf } = await open()
    const order = { campaign_id: campaignId, phone_number: phone }
    const taken = { phone_number: ['The campaign already has a lead with this phone number.'] }
    await client.leads.create(order)
    await assertInvalid(client.leads.create(order), taken)
    await client.leads.create({ ...order, allow_duplicate: true })
    await client.leads.create({ ...order, allow_dupplicate: true })
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => client.leads.create({ ...order, phone_number: '+14155550199' })),
    )
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
    assert.deepEqual(await countsOf(), { total: 4, created: 4 })
  })

  it('is changed, moved and deleted, and its campaign counts it', async () => {
    const { client, campaignId, countsOf } = await open()
    const other = (await client.campaigns.create({ name: 'Summer' })).data.id
    const { id } = (
      await client.leads.create({ campaign_id: campaignId, phone_number: phone, variables: { a: '1', b: '2' } })
    ).data
    const { data, message } = await client.leads.update({ id, status: 'completed', variables: { b: '3' } })
    assert.deepEqual(
      [message, data.status, data.variables],
      ['Lead updated successfully', 'completed', { a: '1', b: '3' }],
    )
    assert.deepEqual(await countsOf(), { total: 1, completed: 1 })
    const moved = (await client.leads.update({ id, campaign_id: other })).data
    assert.deepEqual([moved.campaign, (await countsOf())['total']], [{ id: other, name: 'Summer' }, 0])
    assert.deepEqual(await client.leads.delete({ id }), { message: 'Lead deleted successfully' })
    await assertNotFound(client.leads.delete({ id }), 'Lead not found')
    assert.equal((await client.campaigns.get({ id: other })).leads['total'], 0)
  })

  it('is not found by other accounts', async () => {
    const [owner, other] = [await open(), await open()]
    const { id } = (await other.client.leads.create({ campaign_id: other.campaignId, phone_number: phone })).data
    await assertNotFound(owner.client.leads.update({ id, status: 'completed' }), 'Lead not found')
    await assertNotFound(owner.client.leads.delete({ id }), 'Lead not found')
    const invalid = { campaign_id: ['The selected campaign id is invalid.'] }
    await assertInvalid(owner.client.leads.create({ campaign_id: other.campaignId, phone_number: phone }), invalid)
    await assertInvalid(owner.client.leads.list({ campaign_id: other.campaignId }), invalid)
    assert.equal((await owner.client.leads.list({})).total, 0)
  })
})

it('leads are listed with filters, newest first', async () => {
  const { client, campaignId } = await open()
  const other = (await client.campaigns.create({ name: 'Summer' })).data.id
  for (const [index, campaign_id] of [campaignId, campaignId, other].entries())
    await client.leads.create({ campaign_id, phone_number: `+1415555020${index}` })
  const numbersOf = async (filter: object) =>
    (await client.leads.list(filter)).data.map((lead) => lead.phone_number.at(-1))
  assert.deepEqual(await numbersOf({}), ['2', '1', '0'])
  const all = await client.leads.list({})
  assert.deepEqual(all.leads, all.data)
  assert.deepEqual(await numbersOf({ campaign_id: campaignId }), ['1', '0'])
  assert.deepEqual(await numbersOf({ phone_number: '0201' }), ['1'])
  assert.deepEqual(await numbersOf({ status: 'completed' }), [])
  assert.deepEqual(await numbersOf({ date_to: '2020-01-01' }), [])
  assert.deepEqual(await numbersOf({ per_page: 1, page: 2 }), ['1'])
  const [first, second] = (await client.leads.list({ campaign_id: campaignId })).data
  await client.leads.update({ id: first!.id, status: 'completed' })
  await client.leads.update({ id: second!.id, campaign_id: other })
  for (const [total, filter] of [
    [3, {}],
    [1, { campaign_id: campaignId }],
    [2, { campaign_id: other }],
    [2, { status: 'created' }],
    [0, { campaign_id: campaignId, status: 'created' }],
    [1, { campaign_id: campaignId, status: 'completed', phone_number: '0201' }],
    [0, { date_to: '2020-01-01' }],
  ] as const)
    assert.equal((await client.leads.list(filter)).total, total)
})
