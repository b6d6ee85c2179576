// The templates of a sender over the front door and the carrier's wire: whose they are, and what is shown of them.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { findTemplate } from '../index.ts'
import {
  type AccountWithSender,
  createAccountWithSender,
  createTemplate,
  createTemplateName,
  findListedTemplate,
  listTemplates,
} from '../sender-fixtures.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const ofFields = (errors: Record<string, string[]>) => {
  const [first, ...rest] = Object.values(errors).flat()
  const more = rest.length === 0 ? '' : ` (and ${rest.length} more ${rest.length === 1 ? 'error' : 'errors'})`
  return refusedWith(422, { message: `${first}${more}`, errors })
}

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
    const shop = await createAccountWithSender(parley)
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
    const statusOf = async (name: string) => (await findListedTemplate(shop, name))?.status
    assert.equal(await statusOf('found_pending'), 'pending')
    assert.equal(await statusOf('found_received'), 'pending')
    assert.equal(await statusOf('found_paused'), 'pending')
    assert.equal(await statusOf('found_rejected'), 'rejected')
    assert.equal(await statusOf('found_disabled'), 'rejected')
    assert.equal(await statusOf('found_unsubmitted'), undefined)
    for (const status of ['paused', 'disabled'])
      assert.equal((await findListedTemplate(shop, `found_${status}`))?.raw_status, status)
    assert.equal((await findListedTemplate(shop, 'found_rejected'))?.rejection_reason, 'Too early')
    const get = (templateId: number) => shop.client.senders.getTemplate({ senderId: shop.senderId, templateId })
    assert.deepEqual(await get(id), { data: { id, ...rest } })
    const rejected = (await findListedTemplate(shop, 'found_rejected'))!
    assert.deepEqual(await get(rejected.id), { data: rejected })
    assert.deepEqual(
      new Set((await listTemplates(shop, 'rejected')).map(({ status }) => status)),
      new Set(['rejected']),
    )
    const row = await findTemplate(parley.app.context.db, shop.account.id, shop.senderId, id)
    assert.equal(row?.carrierSid, approved.sid)
    control.settings({ review: 'rules' })
  })

  it('show every part that holds a variable', async () => {
    const name = createTemplateName()
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
    const found = await findListedTemplate(await createAccountWithSender(parley), name)
    assert.deepEqual(found?.variables, ['shop', 'order', 'Ann'])
    assert.deepEqual(found?.parts, [
      { part: 'header', text: 'News of {{1}}', value: null },
      { part: 'footer', text: 'Reply STOP to end', value: null },
      { part: 'button', text: 'Track', value: 'https://shop.example/{{2}}' },
    ])
  })

  it('have ids that do not jump however often they are synchronised', async () => {
    const shop = await createAccountWithSender(parley)
    for (let times = 0; times < 3; times++) await shop.client.senders.sync()
    const [first, second] = [(await createTemplate(shop)).data.id, (await createTemplate(shop)).data.id]
    assert.equal(second, first + 1)
    for (let times = 0; times < 3; times++) await shop.client.senders.sync()
    assert.equal((await createTemplate(shop)).data.id, second + 1)
  })

  it('are found by their own sender alone', async () => {
    const [shop, other] = [await createAccountWithSender(parley), await createAccountWithSender(parley)]
    const { id } = (await createTemplate(shop)).data
    const { db } = parley.app.context
    assert.ok(await findTemplate(db, shop.account.id, shop.senderId, id))
    assert.equal(await findTemplate(db, shop.account.id, other.senderId, id), undefined)
    assert.equal(await findTemplate(db, other.account.id, shop.senderId, id), undefined)
    assert.equal(await findTemplate(db, other.account.id, other.senderId, id), undefined)
    const get = (senderId: number, templateId: number, { client }: AccountWithSender = shop) =>
      client.senders.getTemplate({ senderId, templateId })
    assert.equal((await get(shop.senderId, id)).data.id, id)
    const sentence = 'Template not found or does not belong to this sender'
    const noTemplate = refusedWith(404, { success: false, error: sentence, error_code: 'TEMPLATE_NOT_FOUND' })
    for (const absent of [999_999, 0, 'x' as never]) await assert.rejects(get(shop.senderId, absent), noTemplate)
    await assert.rejects(get(other.senderId, id, other), noTemplate)
    const noSender = refusedWith(404, {
      success: false,
      error: 'Sender not found',
      error_code: 'SENDER_NOT_FOUND',
    })
    await assert.rejects(get(other.senderId, id), noSender)
    await assert.rejects(get(999_999, 999_999), noSender)
    await assert.rejects(get('x' as never, id), noSender)
    await assert.rejects(get(other.senderId, 'x' as never), noSender)
  })

  it('refuse an unknown status', async () => {
    const { client, senderId } = await createAccountWithSender(parley)
    await assert.rejects(
      client.senders.listTemplates({ senderId, status: 'paused' as never }),
      ofFields({ status: ['The selected status is invalid.'] }),
    )
  })
})

describe('under the installation’s carrier account', () => {
  it('a tenant has what it handed in or was given, and nothing else', async () => {
    const tenant = await createAccountWithSender(parley, 'tenant')
    assert.deepEqual(await listTemplates(tenant), [])
    const name = createTemplateName()
    await createTemplate(tenant, { name })
    await parley.carrier.control.settled()
    assert.deepEqual(await tenant.client.senders.sync(), {
      message: 'Templates synced successfully',
      data: { synced: 1 },
    })
    assert.deepEqual(
      (await listTemplates(tenant)).map((one) => [one.name, one.status]),
      [[name, 'approved']],
    )
  })

  it('what one account handed in is shown to no other, whoever synchronises when', async () => {
    const [tenant, shop, other] = [
      await createAccountWithSender(parley, 'tenant'),
      await createAccountWithSender(parley),
      await createAccountWithSender(parley),
    ]
    const [ofTenant, ofShop] = [createTemplateName(), createTemplateName()]
    await Promise.all([
      createTemplate(tenant, { name: ofTenant }),
      createTemplate(shop, { name: ofShop }),
      ...Array.from({ length: 3 }, () => other.client.senders.sync()),
    ])
    for (const one of [tenant, shop, other]) await one.client.senders.sync()
    const seen = async (one: AccountWithSender) =>
      [await findListedTemplate(one, ofTenant), await findListedTemplate(one, ofShop)].map(Boolean)
    assert.deepEqual(await seen(tenant), [true, false])
    assert.deepEqual(await seen(shop), [false, true])
    assert.deepEqual(await seen(other), [false, false])
  })
})
