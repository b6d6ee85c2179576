// The templates of a sender: which ones are listed, for whom, and with which fields.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import {
  type AccountWithSender,
  createAccountWithSender,
  createTemplate,
  createTemplateName,
  findListedTemplate,
  invalidFields,
  listTemplates,
  senderNotFound,
} from '#testing/features/senders.ts'
import { rawRequests } from '#testing/http/raw-request.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'
import { findTemplate } from '../index.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

describe('the templates of a sender', () => {
  it('are those of its carrier account, by default only the approved ones', async () => {
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
    const owner = await createAccountWithSender(parley)
    const shown = (await owner.client.senders.listTemplates({ senderId: owner.senderId })).data
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
    for (const [rawStatus, status] of [
      ['pending', 'pending'],
      ['received', 'pending'],
      ['paused', 'pending'],
      ['rejected', 'rejected'],
      ['disabled', 'rejected'],
      ['unsubmitted', undefined],
    ])
      assert.equal((await findListedTemplate(owner, `found_${rawStatus}`))?.status, status)
    for (const status of ['paused', 'disabled'])
      assert.equal((await findListedTemplate(owner, `found_${status}`))?.raw_status, status)
    assert.equal((await findListedTemplate(owner, 'found_rejected'))?.rejection_reason, 'Too early')
    const get = (templateId: number) => owner.client.senders.getTemplate({ senderId: owner.senderId, templateId })
    assert.deepEqual(await get(id), { data: { id, ...rest } })
    const rejected = (await findListedTemplate(owner, 'found_rejected'))!
    assert.deepEqual(await get(rejected.id), { data: rejected })
    const statuses = (await listTemplates(owner, 'rejected')).map(({ status }) => status)
    assert.deepEqual(new Set(statuses), new Set(['rejected']))
    const row = await findTemplate(parley.app.context.db, owner.account.id, owner.senderId, id)
    assert.equal(row?.externalId, approved.sid)
    control.settings({ review: 'rules' })
  })

  it('show all their parts', async () => {
    const name = createTemplateName()
    parley.carrier.control.addTemplate({
      name,
      variables: { 1: 'store', 2: 'order', 3: 'Ann' },
      types: {
        'whatsapp/card': {
          body: 'Hello {{3}}, good morning.',
          header_text: 'Updates from {{1}}',
          footer: 'Reply STOP to end',
          actions: [{ type: 'URL', title: 'Track', url: 'https://shop.example/{{2}}' }],
        },
      },
    })
    const found = await findListedTemplate(await createAccountWithSender(parley), name)
    assert.deepEqual(found?.variables, ['store', 'order', 'Ann'])
    assert.deepEqual(found?.parts, [
      { part: 'header', text: 'Updates from {{1}}', value: null },
      { part: 'footer', text: 'Reply STOP to end', value: null },
      { part: 'button', text: 'Track', value: 'https://shop.example/{{2}}' },
    ])
  })

  it('have consecutive ids despite synchronizations', async () => {
    const owner = await createAccountWithSender(parley)
    for (let times = 0; times < 3; times++) await owner.client.senders.sync()
    const [first, second] = [(await createTemplate(owner)).data.id, (await createTemplate(owner)).data.id]
    assert.equal(second, first + 1)
    for (let times = 0; times < 3; times++) await owner.client.senders.sync()
    assert.equal((await createTemplate(owner)).data.id, second + 1)
  })

  it('are found only under their own sender', async () => {
    const [owner, other] = [await createAccountWithSender(parley), await createAccountWithSender(parley)]
    const { id } = (await createTemplate(owner)).data
    for (const { account } of [owner, other]) {
      for (const { senderId } of [owner, other]) {
        const found = await findTemplate(parley.app.context.db, account.id, senderId, id)
        assert.equal(found?.id, account === owner.account && senderId === owner.senderId ? id : undefined)
      }
    }
    const get = (senderId: number, templateId: number, { client }: AccountWithSender = owner) =>
      client.senders.getTemplate({ senderId, templateId })
    assert.equal((await get(owner.senderId, id)).data.id, id)
    const error = 'Template not found or does not belong to this sender'
    const noTemplate = refusedWith(404, { success: false, error, error_code: 'TEMPLATE_NOT_FOUND' })
    for (const absent of [999_999, 0, 'x' as never]) await assert.rejects(get(owner.senderId, absent), noTemplate)
    await assert.rejects(get(other.senderId, id, other), noTemplate)
    await assert.rejects(get(other.senderId, id), senderNotFound)
    await assert.rejects(get(999_999, 999_999), senderNotFound)
    await assert.rejects(get('x' as never, id), senderNotFound)
    await assert.rejects(get(other.senderId, 'x' as never), senderNotFound)
  })

  it('cannot be filtered by an unknown status', async () => {
    const { client, senderId } = await createAccountWithSender(parley)
    await assert.rejects(
      client.senders.listTemplates({ senderId, status: 'paused' as never }),
      invalidFields({ status: ['The selected status is invalid.'] }),
    )
  })
})

describe('under the carrier account of the installation', () => {
  it('a tenant has only templates that it submitted or was assigned', async () => {
    const tenant = await createAccountWithSender(parley, 'tenant')
    assert.deepEqual(await listTemplates(tenant), [])
    const name = createTemplateName()
    await createTemplate(tenant, { name })
    await parley.carrier.control.settled()
    assert.equal((await tenant.client.senders.sync()).data.synced, 1)
    assert.deepEqual(
      (await listTemplates(tenant)).map((one) => [one.name, one.status]),
      [[name, 'approved']],
    )
  })

  it('templates that one account submitted are not shown to others, despite concurrent synchronizations', async () => {
    const [tenant, owner, other] = [
      await createAccountWithSender(parley, 'tenant'),
      await createAccountWithSender(parley),
      await createAccountWithSender(parley),
    ]
    const [ofTenant, ofOwner] = [createTemplateName(), createTemplateName()]
    await Promise.all([
      createTemplate(tenant, { name: ofTenant }),
      createTemplate(owner, { name: ofOwner }),
      ...Array.from({ length: 3 }, () => other.client.senders.sync()),
    ])
    for (const one of [tenant, owner, other]) await one.client.senders.sync()
    const seen = async (one: AccountWithSender) =>
      [await findListedTemplate(one, ofTenant), await findListedTemplate(one, ofOwner)].map(Boolean)
    assert.deepEqual(await seen(tenant), [true, false])
    assert.deepEqual(await seen(owner), [false, true])
    assert.deepEqual(await seen(other), [false, false])
  })
})

describe('templates for existing clients', () => {
  it('are a bare array at the path that names the sender in its query', async () => {
    parley.carrier.control.addTemplate({ name: 'bare_approved', body: 'Good morning, dear customer.' })
    parley.carrier.control.addTemplate({ name: 'bare_rejected', body: 'Good morning.', status: 'rejected' })
    const owner = await createAccountWithSender(parley)
    const request = rawRequests(parley, owner.token)
    const nested = await request('GET', `/api/user/chatapp/senders/${owner.senderId}/templates`)
    const { status, body } = await request('GET', `/api/user/whatsapp/templates?sender_id=${owner.senderId}`)
    assert.equal(status, 200)
    assert.deepEqual(body, nested.body.data)
    const approved = body.find(({ name }: { name: string }) => name === 'bare_approved')
    assert.deepEqual([typeof approved.id, approved.language, approved.status], ['number', 'en', 'approved'])
    const all = await request('GET', `/api/user/whatsapp/templates?sender_id=${owner.senderId}&status=all`)
    assert.ok(all.body.some(({ name }: { name: string }) => name === 'bare_rejected'))
  })

  it('require a sender of the account', async () => {
    const [owner, other] = [await createAccountWithSender(parley), await createAccountWithSender(parley)]
    const request = rawRequests(parley, owner.token)
    for (const id of [other.senderId, 1_999_999_937]) {
      const { status, body } = await request('GET', `/api/user/whatsapp/templates?sender_id=${id}`)
      const notFound = { success: false, error: 'Sender not found', error_code: 'SENDER_NOT_FOUND' }
      assert.deepEqual([status, body], [404, notFound])
    }
    const unnamed = await request('GET', '/api/user/whatsapp/templates?sender_id=')
    assert.deepEqual([unnamed.status, unnamed.body.errors], [422, { sender_id: ['The sender id field is required.'] }])
  })
})
