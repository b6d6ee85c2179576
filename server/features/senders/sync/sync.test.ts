// The synchronization of senders and templates with the carrier.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import {
  carrierUnavailable,
  createAccountWithSender,
  createTemplate,
  createTemplateName,
  findListedTemplate,
  listTemplates,
  requestOfCarrier,
  templateBody,
} from '#testing/features/senders.ts'
import { findTemplate } from '../index.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

describe('a synchronization', () => {
  it('counts the templates, and sends no requests for an account without senders', async () => {
    const idle = await parley.createAccount()
    const before = parley.carrier.requests.length
    const none = { message: 'Templates synced successfully', data: { synced: 0 } }
    assert.deepEqual(await idle.client.senders.sync(), none)
    assert.equal(parley.carrier.requests.length, before)
    const owner = await createAccountWithSender(parley)
    const { data } = await owner.client.senders.sync()
    assert.equal(data.synced, (await listTemplates(owner)).length)
  })

  it('updates the status and the category of templates', async () => {
    const owner = await createAccountWithSender(parley)
    const name = createTemplateName()
    await createTemplate(owner, { name })
    await parley.carrier.control.settled()
    for (const [change, status, category] of [
      [{}, 'approved', 'utility'],
      [{ status: 'paused' }, 'pending', 'utility'],
      [{ status: 'approved', category: 'MARKETING' }, 'approved', 'marketing'],
      [{ status: 'disabled' }, 'rejected', 'marketing'],
    ] as const) {
      parley.carrier.control.changeTemplate(name, change)
      await owner.client.senders.sync()
      const template = await findListedTemplate(owner, name)
      assert.deepEqual([template?.status, template?.category], [status, category])
    }
  })

  it('removes characters that cannot be stored from the texts of the carrier', async () => {
    const owner = await createAccountWithSender(parley)
    const [invalid, valid] = [createTemplateName(), createTemplateName()]
    const { control } = parley.carrier
    const body = 'Good \u0000morning \ud83d to {{1}} you.'
    control.addTemplate({ name: invalid, body, variables: { 1: 'a\u0000\udc00' } })
    control.addTemplate({ name: valid, body: 'Good morning to you.' })
    await owner.client.senders.sync()
    const { body_text, variables } = (await findListedTemplate(owner, invalid))!
    assert.deepEqual([body_text, variables], ['Good morning \ufffd to {{1}} you.', ['a\ufffd']])
    assert.ok(await findListedTemplate(owner, valid))
  })

  it('hides templates that the carrier no longer has, and keeps their rows and ids', async () => {
    const owner = await createAccountWithSender(parley)
    const name = createTemplateName()
    const { id } = (await createTemplate(owner, { name })).data
    const find = () => findTemplate(parley.app.context.db, owner.account.id, owner.senderId, id)
    assert.equal((await find())?.synced, true)
    const { sid } = parley.carrier.control.findTemplate(name)!
    assert.equal((await requestOfCarrier(parley, `/v1/Content/${sid}`, 'DELETE')).status, 204)
    await owner.client.senders.sync()
    assert.equal(await findListedTemplate(owner, name), undefined)
    assert.equal((await find())?.synced, false)
    assert.equal((await find())?.bodyText, templateBody)
    assert.notEqual((await createTemplate(owner, { name })).data.id, id)
  })

  it('is scheduled for every account', async () => {
    const owners = [await createAccountWithSender(parley), await createAccountWithSender(parley)]
    const name = createTemplateName()
    parley.carrier.control.addTemplate({ name, body: 'Good morning to you.' })
    for (const owner of owners) assert.equal(await findListedTemplate(owner, name), undefined)
    await parley.runCron('senders.plan-syncs')
    await parley.turnClock(60 * 60 * 1000)
    await parley.runJobs()
    for (const owner of owners) assert.equal((await findListedTemplate(owner, name))?.status, 'approved')
  })

  it('changes nothing if the carrier is unavailable', async () => {
    const owner = await createAccountWithSender(parley)
    const before = await listTemplates(owner)
    assert.ok(before.length > 0)
    for (const on of ['GET /v2/Channels/Senders', 'GET /v1/ContentAndApprovals']) {
      parley.carrier.control.script({ faults: [{ fault: 'error-before-accept' }], on, times: 10 })
      await assert.rejects(owner.client.senders.sync(), carrierUnavailable)
      await parley.carrier.control.reset()
    }
    assert.deepEqual(await listTemplates(owner), before)
    assert.equal((await owner.client.senders.list({})).data[0]?.status, 'online')
  })

  it('is limited to ten requests a minute', async () => {
    const owner = await createAccountWithSender(parley)
    for (let times = 0; times < 10; times++) await owner.client.senders.sync()
    await assert.rejects(owner.client.senders.sync(), ({ status, body }) => {
      assert.deepEqual([status, body.error_code], [429, 'RATE_LIMITED'])
      return true
    })
  })
})
