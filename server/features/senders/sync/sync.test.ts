// Senders and templates that are brought up to what the carrier says.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#server/testing/test-app.ts'
import { findTemplate } from '../index.ts'
import {
  carrierUnavailable,
  createAccountWithSender,
  createTemplate,
  createTemplateName,
  findListedTemplate,
  listTemplates,
  templateBody,
} from '../sender-fixtures.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

describe('synchronising', () => {
  it('counts the templates, and asks nobody for an account without senders', async () => {
    const idle = await parley.createAccount()
    const before = parley.carrier.requests.length
    assert.deepEqual(await idle.client.senders.sync(), {
      message: 'Templates synced successfully',
      data: { synced: 0 },
    })
    assert.equal(parley.carrier.requests.length, before)
    const shop = await createAccountWithSender(parley)
    const { data } = await shop.client.senders.sync()
    assert.equal(data.synced, (await listTemplates(shop)).length)
  })

  it('follows verdicts, pauses and other categories', async () => {
    const shop = await createAccountWithSender(parley)
    const name = createTemplateName()
    await createTemplate(shop, { name })
    await parley.carrier.control.settled()
    for (const [change, status, category] of [
      [{}, 'approved', 'utility'],
      [{ status: 'paused' }, 'pending', 'utility'],
      [{ status: 'approved', category: 'MARKETING' }, 'approved', 'marketing'],
      [{ status: 'disabled' }, 'rejected', 'marketing'],
    ] as const) {
      parley.carrier.control.changeTemplate(name, change)
      await shop.client.senders.sync()
      const template = await findListedTemplate(shop, name)
      assert.deepEqual([template?.status, template?.category], [status, category])
    }
  })

  it('takes odd texts of the carrier as far as they can be kept', async () => {
    const shop = await createAccountWithSender(parley)
    const [odd, sound] = [createTemplateName(), createTemplateName()]
    const { control } = parley.carrier
    control.addTemplate({
      name: odd,
      body: 'Good \u0000morning \ud83d to {{1}} you.',
      variables: { 1: 'a\u0000\udc00' },
    })
    control.addTemplate({ name: sound, body: 'Good morning to you.' })
    await shop.client.senders.sync()
    assert.equal((await findListedTemplate(shop, odd))?.body_text, 'Good morning \ufffd to {{1}} you.')
    assert.deepEqual((await findListedTemplate(shop, odd))?.variables, ['a\ufffd'])
    assert.ok(await findListedTemplate(shop, sound))
  })

  it('lists no template that the carrier has no more, and keeps its row and its id', async () => {
    const shop = await createAccountWithSender(parley)
    const name = createTemplateName()
    const { id } = (await createTemplate(shop, { name })).data
    const find = () => findTemplate(parley.app.context.db, shop.account.id, shop.senderId, id)
    assert.equal((await find())?.synced, true)
    await deleteAtCarrier(parley.carrier.control.findTemplate(name)!.sid)
    await shop.client.senders.sync()
    assert.equal(await findListedTemplate(shop, name), undefined)
    assert.equal((await find())?.synced, false)
    assert.equal((await find())?.bodyText, templateBody)
    assert.notEqual((await createTemplate(shop, { name })).data.id, id)
  })

  it('is done by the calendar, for every account in its turn', async () => {
    const shops = [await createAccountWithSender(parley), await createAccountWithSender(parley)]
    const name = createTemplateName()
    parley.carrier.control.addTemplate({ name, body: 'Good morning to you.' })
    for (const shop of shops) assert.equal(await findListedTemplate(shop, name), undefined)
    await parley.runCron('senders.plan-syncs')
    await parley.turnClock(60 * 60 * 1000)
    await parley.runJobs()
    for (const shop of shops) assert.equal((await findListedTemplate(shop, name))?.status, 'approved')
  })

  it('leaves everything as it is when the carrier cannot be asked', async () => {
    const shop = await createAccountWithSender(parley)
    const before = await listTemplates(shop)
    assert.ok(before.length > 0)
    for (const on of ['GET /v2/Channels/Senders', 'GET /v1/ContentAndApprovals']) {
      parley.carrier.control.script({ faults: [{ fault: 'error-before-accept' }], on, times: 10 })
      await assert.rejects(shop.client.senders.sync(), carrierUnavailable)
      await parley.carrier.control.reset()
    }
    assert.deepEqual(await listTemplates(shop), before)
    assert.equal((await shop.client.senders.list({})).data[0]?.status, 'online')
  })

  it('is asked for at most ten times a minute', async () => {
    const shop = await createAccountWithSender(parley)
    for (let times = 0; times < 10; times++) await shop.client.senders.sync()
    await assert.rejects(shop.client.senders.sync(), (error: { status: number; body: Record<string, unknown> }) => {
      assert.deepEqual([error.status, error.body['error_code']], [429, 'RATE_LIMITED'])
      return true
    })
  })
})

async function deleteAtCarrier(sid: string): Promise<void> {
  const { baseUrl, accountSid, authToken } = parley.carrier
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  assert.equal(
    (await fetch(`${baseUrl}/v1/Content/${sid}`, { method: 'DELETE', headers: { authorization } })).status,
    204,
  )
}
