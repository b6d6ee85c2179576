// Templates over the front door and the carrier's wire: listed, handed in, synchronised, never lost and never doubled.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CallInput } from '#contract/endpoint.ts'
import type { contract } from '#sdk/index.ts'
import type { FaultName } from '#server/carriers/sandbox/index.ts'
import { refusedWith } from '#server/testing/chat.ts'
import { startParley, type TestAccount, type TestParley } from '#server/testing/parley.ts'
import { assignSender, findTemplate } from './index.ts'

let parley: TestParley
before(async () => {
  parley = await startParley({ carrier: {} })
})
after(() => parley[Symbol.asyncDispose]())

let numbers = 0
function newNumber(): string {
  const number = `+1415556${String(++numbers).padStart(4, '0')}`
  parley.carrier.control.addSender({ number })
  return number
}

interface Shop extends TestAccount {
  senderId: number
}

async function openShop(kind: 'direct' | 'tenant' = 'direct'): Promise<Shop> {
  const holder = await parley.openAccount({ kind })
  if (kind === 'tenant') {
    const assignment = { accountId: holder.account.id, phoneNumber: newNumber(), templateSids: [] }
    return { ...holder, senderId: (await assignSender(parley.app.world, assignment)).id }
  }
  const { data } = await holder.client.senders.create({ phone_number: newNumber(), display_name: 'Shop' })
  return { ...holder, senderId: data.id }
}

const list = async ({ client, senderId }: Shop, status: 'approved' | 'pending' | 'rejected' | 'all' = 'all') =>
  (await client.senders.listTemplates({ senderId, status })).data

const named = async (shop: Shop, name: string) => (await list(shop)).find((template) => template.name === name)

let names = 0
const newName = (): string => `order_shipped_no${++names}x`

type Given = Partial<CallInput<typeof contract.senders.createTemplate>>

const bodyText = 'Hello {{1}}, your order {{2}} has left our house today.'

const submit = ({ client, senderId }: Shop, given: Given = {}) =>
  client.senders.createTemplate({
    senderId,
    name: newName(),
    language: 'en_US',
    category: 'utility',
    body_text: bodyText,
    ...given,
  })

const ofFields = (errors: Record<string, string[]>) => {
  const [first, ...rest] = Object.values(errors).flat()
  const more = rest.length === 0 ? '' : ` (and ${rest.length} more ${rest.length === 1 ? 'error' : 'errors'})`
  return refusedWith(422, { message: `${first}${more}`, errors })
}

const nameTaken = ofFields({ name: ['The name has already been taken.'] })
const unavailable = refusedWith(503, {
  success: false,
  error: 'The carrier cannot be reached right now. Please try again.',
  error_code: 'CARRIER_UNAVAILABLE',
})

const contentsAsked = () =>
  parley.carrier.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/Content').length

describe('the templates of a sender', () => {
  it('are those of its carrier account, the approved ones unless others are asked for', async () => {
    const { control } = parley.carrier
    const approved = control.addTemplate({
      name: 'found_here',
      body: 'Hello {{1}}, good morning.',
      variables: { 1: 'customer_name' },
      category: 'MARKETING',
    })
    for (const status of ['pending', 'received', 'paused', 'rejected', 'disabled'] as const)
      control.addTemplate({ name: `found_${status}`, body: 'Good morning.', status, rejectionReason: 'Too early' })
    control.addTemplate({ name: 'found_unsubmitted', body: 'Good morning.', status: null })
    control.settings({ review: 'hand' })
    const shop = await openShop()
    const shown = (await shop.client.senders.listTemplates({ senderId: shop.senderId })).data
    const { id, ...rest } = shown.find(({ name }) => name === 'found_here')!
    assert.ok(id > 0)
    assert.deepEqual(rest, {
      name: 'found_here',
      language: 'en',
      category: 'marketing',
      status: 'approved',
      raw_status: 'approved',
      body_text: 'Hello {{1}}, good morning.',
      variables: ['customer_name'],
      has_variables: true,
      parts: [],
      rejection_reason: null,
    })
    assert.ok(shown.every(({ status }) => status === 'approved'))
    const statusOf = async (name: string) => (await named(shop, name))?.status
    assert.equal(await statusOf('found_pending'), 'pending')
    assert.equal(await statusOf('found_received'), 'pending')
    assert.equal(await statusOf('found_paused'), 'pending')
    assert.equal(await statusOf('found_rejected'), 'rejected')
    assert.equal(await statusOf('found_disabled'), 'rejected')
    assert.equal(await statusOf('found_unsubmitted'), undefined)
    for (const status of ['paused', 'disabled'])
      assert.equal((await named(shop, `found_${status}`))?.raw_status, status)
    assert.equal((await named(shop, 'found_rejected'))?.rejection_reason, 'Too early')
    assert.deepEqual(new Set((await list(shop, 'rejected')).map(({ status }) => status)), new Set(['rejected']))
    const row = await findTemplate(parley.app.world.db, shop.account.id, shop.senderId, id)
    assert.equal(row?.carrierSid, approved.sid)
    control.settings({ review: 'rules' })
  })

  it('show every part that holds a variable', async () => {
    const name = newName()
    parley.carrier.control.addTemplate({
      name,
      variables: { 1: 'shop', 2: 'order', 3: 'Ann' },
      types: {
        'whatsapp/card': {
          body: 'Hello {{3}}, good morning.',
          header_text: 'News of {{1}}',
          footer: 'Reply STOP to end',
          actions: [{ type: 'URL', title: 'Track', url: 'https://shop.example/{{2}}' }],
        },
      },
    })
    const found = await named(await openShop(), name)
    assert.deepEqual(found?.variables, ['shop', 'order', 'Ann'])
    assert.deepEqual(found?.parts, [
      { part: 'header', text: 'News of {{1}}', value: null },
      { part: 'footer', text: 'Reply STOP to end', value: null },
      { part: 'button', text: 'Track', value: 'https://shop.example/{{2}}' },
    ])
  })

  it('have ids that do not jump however often they are synchronised', async () => {
    const shop = await openShop()
    for (let times = 0; times < 3; times++) await shop.client.senders.sync()
    const [first, second] = [(await submit(shop)).data.id, (await submit(shop)).data.id]
    assert.equal(second, first + 1)
    for (let times = 0; times < 3; times++) await shop.client.senders.sync()
    assert.equal((await submit(shop)).data.id, second + 1)
  })

  it('are found by their own sender alone', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const { id } = (await submit(shop)).data
    const { db } = parley.app.world
    assert.ok(await findTemplate(db, shop.account.id, shop.senderId, id))
    assert.equal(await findTemplate(db, shop.account.id, other.senderId, id), undefined)
    assert.equal(await findTemplate(db, other.account.id, shop.senderId, id), undefined)
    assert.equal(await findTemplate(db, other.account.id, other.senderId, id), undefined)
  })

  it('refuse an unknown status', async () => {
    const { client, senderId } = await openShop()
    await assert.rejects(
      client.senders.listTemplates({ senderId, status: 'paused' as never }),
      ofFields({ status: ['The selected status is invalid.'] }),
    )
  })
})

describe('handing a template in', () => {
  it('is refused for authentication, to which the channel gives its own text', async () => {
    const shop = await openShop()
    const asked = contentsAsked()
    await assert.rejects(
      submit(shop, { category: 'authentication' }),
      ofFields({
        category: [
          'The channel gives authentication templates its own text: make them at the carrier, and synchronise.',
        ],
      }),
    )
    assert.equal(contentsAsked(), asked)
  })

  it('makes it pending, and approved once the channel has looked at it', async () => {
    const shop = await openShop()
    const name = newName()
    const { message, data } = await submit(shop, { name, variables: ['customer_name', 'order'] })
    assert.equal(message, 'Template submitted for approval')
    const { id, ...rest } = data
    assert.deepEqual(rest, {
      name,
      language: 'en_US',
      category: 'utility',
      status: 'pending',
      raw_status: 'received',
      body_text: bodyText,
      variables: ['customer_name', 'order'],
      has_variables: true,
      parts: [],
      rejection_reason: null,
    })
    await parley.carrier.control.settled()
    await shop.client.senders.sync()
    assert.deepEqual(await named(shop, name), { ...data, status: 'approved', raw_status: 'approved' })
    assert.equal(parley.carrier.control.findTemplate(name)?.variables['1'], 'customer_name')
  })

  it('shows reviewers the samples and callers the names', async () => {
    const shop = await openShop()
    const name = newName()
    await submit(shop, { name, variables: ['customer_name', 'order'], samples: ['Ann', 'A-17'] })
    assert.deepEqual(parley.carrier.control.findTemplate(name)?.variables, { 1: 'Ann', 2: 'A-17' })
    await shop.client.senders.sync()
    assert.deepEqual((await named(shop, name))?.variables, ['customer_name', 'order'])
  })

  it('takes a text without placeholders, and names placeholders by number when nobody else does', async () => {
    const shop = await openShop()
    const plain = (await submit(shop, { body_text: 'Good morning to you.' })).data
    assert.deepEqual([plain.variables, plain.has_variables], [[], false])
    assert.deepEqual((await submit(shop)).data.variables, ['1', '2'])
  })

  it('says why the channel rejected one', async () => {
    const shop = await openShop()
    const name = 'spring_offers_rejected'
    await submit(shop, { name })
    await parley.carrier.control.settled()
    await shop.client.senders.sync()
    const template = await named(shop, name)
    assert.deepEqual([template?.status, template?.rejection_reason], ['rejected', 'The name asked for it'])
    await submit(shop, { name })
  })

  it('refuses what the channel would reject, before anybody asks the carrier', async () => {
    const shop = await openShop()
    const before = contentsAsked()
    for (const [given, errors] of [
      [{ body_text: 'Hello {{1}}' }, { body_text: ['The body text may not begin or end with a placeholder.'] }],
      [{ name: 'Order-Shipped' }, { name: ['The name format is invalid.'] }],
      [{ language: 'English' }, { language: ['The language format is invalid.'] }],
      [{ category: 'sales' as never }, { category: ['The selected category is invalid.'] }],
      [{ body_text: 'x'.repeat(1025) }, { body_text: ['The body text may not be greater than 1024 characters.'] }],
      [
        { variables: ['one'] },
        { variables: ['The variables must have one name for each placeholder of the body text.'] },
      ],
      [
        { name: '', body_text: '' },
        { name: ['The name field is required.'], body_text: ['The body text field is required.'] },
      ],
    ] as const)
      await assert.rejects(submit(shop, given as Given), ofFields(errors as never))
    assert.equal(contentsAsked(), before)
  })

  it('takes a name once, however many ask at once', async () => {
    const shop = await openShop()
    const name = newName()
    const before = contentsAsked()
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => submit(shop, { name })))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const result of results) if (result.status === 'rejected') nameTaken(result.reason)
    assert.equal(contentsAsked(), before + 1)
    await assert.rejects(submit(shop, { name }), nameTaken)
    assert.equal((await submit(shop, { name, language: 'de' })).data.language, 'de')
  })

  it('leaves nothing behind when the carrier says no, and tells its number', async () => {
    const shop = await openShop()
    const name = newName()
    parley.carrier.control.script({ faults: [{ fault: 'refuse', code: 92009 }], on: 'POST /v1/Content' })
    await assert.rejects(submit(shop, { name }), (error: { status: number; body: Record<string, unknown> }) => {
      assert.deepEqual(
        [error.status, error.body['success'], error.body['error_code']],
        [422, false, 'PROVIDER_ERROR_92009'],
      )
      return true
    })
    assert.equal(await named(shop, name), undefined)
    assert.equal((await submit(shop, { name })).data.status, 'pending')
  })

  it('gives it to the account’s other senders too', async () => {
    const shop = await openShop()
    const second = (await shop.client.senders.create({ phone_number: newNumber(), display_name: 'Two' })).data
    const name = newName()
    await submit(shop, { name, variables: ['customer_name', 'order'] })
    const copy = await named({ ...shop, senderId: second.id }, name)
    assert.deepEqual(copy?.variables, ['customer_name', 'order'])
  })

  for (const [what, on, fault] of [
    ['the template was made and the answer lost', 'POST /v1/Content', 'lost-reply'],
    ['it was handed in and the answer lost', '/ApprovalRequests', 'lost-reply'],
    ['it was handed in and the carrier failed', '/ApprovalRequests', 'error-after-accept'],
    ['the carrier failed before', 'POST /v1/Content', 'error-before-accept'],
  ] as const satisfies [string, string, FaultName][]) {
    it(`finds out what became of it when ${what}`, async () => {
      const shop = await openShop()
      const name = newName()
      parley.carrier.control.script({ faults: [{ fault }], on })
      await assert.rejects(submit(shop, { name, variables: ['customer_name', 'order'] }), unavailable)
      assert.equal(await named(shop, name), undefined)
      const wasHandedIn = parley.carrier.control.findTemplate(name) !== undefined
      assert.equal(wasHandedIn, on === '/ApprovalRequests')
      if (wasHandedIn) {
        await parley.carrier.control.settled()
        await parley.runJobs()
        const template = await named(shop, name)
        const status = parley.carrier.control.findTemplate(name)?.approval?.status
        assert.deepEqual([template?.status, template?.variables], [shown[status!], ['customer_name', 'order']])
        await assert.rejects(submit(shop, { name }), nameTaken)
      } else {
        assert.equal((await submit(shop, { name })).data.status, 'pending')
      }
      const atCarrier = await templatesAtCarrier(name)
      assert.equal(atCarrier.filter(({ status }) => status !== 'unsubmitted').length, 1)
    })
  }

  it('looks for a lost one before it is handed in again', async () => {
    const shop = await openShop()
    const name = newName()
    parley.carrier.control.script({ faults: [{ fault: 'lost-reply' }], on: '/ApprovalRequests' })
    await assert.rejects(submit(shop, { name }), unavailable)
    const before = contentsAsked()
    const { data } = await submit(shop, { name })
    assert.equal(contentsAsked(), before)
    assert.equal(
      (await findTemplate(parley.app.world.db, shop.account.id, shop.senderId, data.id))?.carrierSid,
      parley.carrier.control.findTemplate(name)?.sid,
    )
  })
})

const shown: Record<string, string> = { approved: 'approved', received: 'pending', pending: 'pending' }

async function templatesAtCarrier(name: string): Promise<{ status: string }[]> {
  const { baseUrl, accountSid, authToken } = parley.carrier
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const answer = await fetch(`${baseUrl}/v1/ContentAndApprovals?PageSize=1000`, { headers: { authorization } })
  const { contents } = (await answer.json()) as {
    contents: { friendly_name: string; approval_requests: { status: string } }[]
  }
  return contents.filter((one) => one.friendly_name === name).map((one) => one.approval_requests)
}

async function deleteAtCarrier(sid: string): Promise<void> {
  const { baseUrl, accountSid, authToken } = parley.carrier
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  assert.equal(
    (await fetch(`${baseUrl}/v1/Content/${sid}`, { method: 'DELETE', headers: { authorization } })).status,
    204,
  )
}

describe('synchronising', () => {
  it('counts the templates, and asks nobody for an account without senders', async () => {
    const idle = await parley.openAccount()
    const before = parley.carrier.requests.length
    assert.deepEqual(await idle.client.senders.sync(), {
      message: 'Templates synced successfully',
      data: { synced: 0 },
    })
    assert.equal(parley.carrier.requests.length, before)
    const shop = await openShop()
    const { data } = await shop.client.senders.sync()
    assert.equal(data.synced, (await list(shop)).length)
  })

  it('follows verdicts, pauses and other categories', async () => {
    const shop = await openShop()
    const name = newName()
    await submit(shop, { name })
    await parley.carrier.control.settled()
    for (const [change, status, category] of [
      [{}, 'approved', 'utility'],
      [{ status: 'paused' }, 'pending', 'utility'],
      [{ status: 'approved', category: 'MARKETING' }, 'approved', 'marketing'],
      [{ status: 'disabled' }, 'rejected', 'marketing'],
    ] as const) {
      parley.carrier.control.changeTemplate(name, change)
      await shop.client.senders.sync()
      const template = await named(shop, name)
      assert.deepEqual([template?.status, template?.category], [status, category])
    }
  })

  it('takes odd texts of the carrier as far as they can be kept', async () => {
    const shop = await openShop()
    const [odd, sound] = [newName(), newName()]
    const { control } = parley.carrier
    control.addTemplate({
      name: odd,
      body: 'Good \u0000morning \ud83d to {{1}} you.',
      variables: { 1: 'a\u0000\udc00' },
    })
    control.addTemplate({ name: sound, body: 'Good morning to you.' })
    await shop.client.senders.sync()
    assert.equal((await named(shop, odd))?.body_text, 'Good morning \ufffd to {{1}} you.')
    assert.deepEqual((await named(shop, odd))?.variables, ['a\ufffd'])
    assert.ok(await named(shop, sound))
  })

  it('lists no template that the carrier has no more, and keeps its row and its id', async () => {
    const shop = await openShop()
    const name = newName()
    const { id } = (await submit(shop, { name })).data
    const find = () => findTemplate(parley.app.world.db, shop.account.id, shop.senderId, id)
    assert.equal((await find())?.synced, true)
    await deleteAtCarrier(parley.carrier.control.findTemplate(name)!.sid)
    await shop.client.senders.sync()
    assert.equal(await named(shop, name), undefined)
    assert.equal((await find())?.synced, false)
    assert.equal((await find())?.bodyText, bodyText)
    assert.notEqual((await submit(shop, { name })).data.id, id)
  })

  it('is done by the calendar, for every account in its turn', async () => {
    const shops = [await openShop(), await openShop()]
    const name = newName()
    parley.carrier.control.addTemplate({ name, body: 'Good morning to you.' })
    for (const shop of shops) assert.equal(await named(shop, name), undefined)
    await parley.runCron('senders.plan-syncs')
    await parley.turnClock(60 * 60 * 1000)
    await parley.runJobs()
    for (const shop of shops) assert.equal((await named(shop, name))?.status, 'approved')
  })

  it('leaves everything as it is when the carrier cannot be asked', async () => {
    const shop = await openShop()
    const before = await list(shop)
    assert.ok(before.length > 0)
    for (const on of ['GET /v2/Channels/Senders', 'GET /v1/ContentAndApprovals']) {
      parley.carrier.control.script({ faults: [{ fault: 'error-before-accept' }], on, times: 10 })
      await assert.rejects(shop.client.senders.sync(), unavailable)
      parley.carrier.control.reset()
    }
    assert.deepEqual(await list(shop), before)
    assert.equal((await shop.client.senders.list({})).data[0]?.status, 'online')
  })

  it('is asked for at most ten times a minute', async () => {
    const shop = await openShop()
    for (let times = 0; times < 10; times++) await shop.client.senders.sync()
    await assert.rejects(shop.client.senders.sync(), (error: { status: number; body: Record<string, unknown> }) => {
      assert.deepEqual([error.status, error.body['error_code']], [429, 'RATE_LIMITED'])
      return true
    })
  })
})

describe('under the installation’s carrier account', () => {
  it('a tenant has what it handed in or was given, and nothing else', async () => {
    const tenant = await openShop('tenant')
    assert.deepEqual(await list(tenant), [])
    const name = newName()
    await submit(tenant, { name })
    await parley.carrier.control.settled()
    assert.deepEqual(await tenant.client.senders.sync(), {
      message: 'Templates synced successfully',
      data: { synced: 1 },
    })
    assert.deepEqual(
      (await list(tenant)).map((one) => [one.name, one.status]),
      [[name, 'approved']],
    )
  })

  it('what one account handed in is shown to no other, whoever synchronises when', async () => {
    const [tenant, shop, other] = [await openShop('tenant'), await openShop(), await openShop()]
    const [ofTenant, ofShop] = [newName(), newName()]
    await Promise.all([
      submit(tenant, { name: ofTenant }),
      submit(shop, { name: ofShop }),
      ...Array.from({ length: 3 }, () => other.client.senders.sync()),
    ])
    for (const one of [tenant, shop, other]) await one.client.senders.sync()
    const seen = async (one: Shop) => [await named(one, ofTenant), await named(one, ofShop)].map(Boolean)
    assert.deepEqual(await seen(tenant), [true, false])
    assert.deepEqual(await seen(shop), [false, true])
    assert.deepEqual(await seen(other), [false, false])
  })
})
