// Templates that are handed in over the front door: approved or refused, never lost and never doubled.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { FaultName } from '@parley/carrier-sandbox'
import { refusedWith } from '#server/testing/expect-refusal.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { findTemplate } from './index.ts'
import {
  carrierUnavailable,
  createAccountWithSender,
  createTemplate,
  createTemplateName,
  findListedTemplate,
  templateBody,
} from './sender-fixtures.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const ofFields = (errors: Record<string, string[]>) => {
  const [first, ...rest] = Object.values(errors).flat()
  const more = rest.length === 0 ? '' : ` (and ${rest.length} more ${rest.length === 1 ? 'error' : 'errors'})`
  return refusedWith(422, { message: `${first}${more}`, errors })
}

const nameTaken = ofFields({ name: ['The name has already been taken.'] })

const contentsAsked = () =>
  parley.carrier.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/Content').length

describe('handing a template in', () => {
  it('is refused for authentication, to which the channel gives its own text', async () => {
    const shop = await createAccountWithSender(parley)
    const asked = contentsAsked()
    await assert.rejects(
      createTemplate(shop, { category: 'authentication' }),
      ofFields({
        category: ['Authentication templates have a fixed text. Create them at the carrier, then synchronize.'],
      }),
    )
    assert.equal(contentsAsked(), asked)
  })

  it('makes it pending, and approved once the channel has looked at it', async () => {
    const shop = await createAccountWithSender(parley)
    const name = createTemplateName()
    const { message, data } = await createTemplate(shop, { name, variables: ['customer_name', 'order'] })
    assert.equal(message, 'Template submitted for approval')
    const { id, ...rest } = data
    assert.deepEqual(rest, {
      name,
      language: 'en_US',
      category: 'utility',
      status: 'pending',
      raw_status: 'received',
      body_text: templateBody,
      variables: ['customer_name', 'order'],
      has_variables: true,
      parts: [],
      rejection_reason: null,
    })
    await parley.carrier.control.settled()
    await shop.client.senders.sync()
    assert.deepEqual(await findListedTemplate(shop, name), { ...data, status: 'approved', raw_status: 'approved' })
    assert.equal(parley.carrier.control.findTemplate(name)?.variables['1'], 'customer_name')
  })

  it('shows reviewers the samples and callers the names', async () => {
    const shop = await createAccountWithSender(parley)
    const name = createTemplateName()
    await createTemplate(shop, { name, variables: ['customer_name', 'order'], samples: ['Ann', 'A-17'] })
    assert.deepEqual(parley.carrier.control.findTemplate(name)?.variables, { 1: 'Ann', 2: 'A-17' })
    await shop.client.senders.sync()
    assert.deepEqual((await findListedTemplate(shop, name))?.variables, ['customer_name', 'order'])
  })

  it('takes a text without placeholders, and names placeholders by number when nobody else does', async () => {
    const shop = await createAccountWithSender(parley)
    const plain = (await createTemplate(shop, { body_text: 'Good morning to you.' })).data
    assert.deepEqual([plain.variables, plain.has_variables], [[], false])
    assert.deepEqual((await createTemplate(shop)).data.variables, ['1', '2'])
  })

  it('says why the channel rejected one', async () => {
    const shop = await createAccountWithSender(parley)
    const name = 'spring_offers_rejected'
    await createTemplate(shop, { name })
    await parley.carrier.control.settled()
    await shop.client.senders.sync()
    const template = await findListedTemplate(shop, name)
    assert.deepEqual([template?.status, template?.rejection_reason], ['rejected', 'The name ends in _rejected'])
    await createTemplate(shop, { name })
  })

  it('refuses what the channel would reject, before anybody asks the carrier', async () => {
    const shop = await createAccountWithSender(parley)
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
      await assert.rejects(
        createTemplate(shop, given as Parameters<typeof createTemplate>[1]),
        ofFields(errors as never),
      )
    assert.equal(contentsAsked(), before)
  })

  it('takes a name once, however many ask at once', async () => {
    const shop = await createAccountWithSender(parley)
    const name = createTemplateName()
    const before = contentsAsked()
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => createTemplate(shop, { name })))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const result of results) if (result.status === 'rejected') nameTaken(result.reason)
    assert.equal(contentsAsked(), before + 1)
    await assert.rejects(createTemplate(shop, { name }), nameTaken)
    assert.equal((await createTemplate(shop, { name, language: 'de' })).data.language, 'de')
  })

  it('leaves nothing behind when the carrier says no, and tells its number', async () => {
    const shop = await createAccountWithSender(parley)
    const name = createTemplateName()
    parley.carrier.control.script({ faults: [{ fault: 'refuse', code: 92009 }], on: 'POST /v1/Content' })
    await assert.rejects(createTemplate(shop, { name }), (error: { status: number; body: Record<string, unknown> }) => {
      assert.deepEqual(
        [error.status, error.body['success'], error.body['error_code']],
        [422, false, 'PROVIDER_ERROR_92009'],
      )
      return true
    })
    assert.equal(await findListedTemplate(shop, name), undefined)
    assert.equal((await createTemplate(shop, { name })).data.status, 'pending')
  })

  it('gives it to the account’s other senders too', async () => {
    const shop = await createAccountWithSender(parley)
    const second = (await shop.client.senders.create({ phone_number: parley.addCarrierNumber(), display_name: 'Two' }))
      .data
    const name = createTemplateName()
    await createTemplate(shop, { name, variables: ['customer_name', 'order'] })
    const copy = await findListedTemplate({ ...shop, senderId: second.id }, name)
    assert.deepEqual(copy?.variables, ['customer_name', 'order'])
  })

  for (const [what, on, fault] of [
    ['the template was made and the answer lost', 'POST /v1/Content', 'lost-reply'],
    ['it was handed in and the answer lost', '/ApprovalRequests', 'lost-reply'],
    ['it was handed in and the carrier failed', '/ApprovalRequests', 'error-after-accept'],
    ['the carrier failed before', 'POST /v1/Content', 'error-before-accept'],
  ] as const satisfies [string, string, FaultName][]) {
    it(`finds out what became of it when ${what}`, async () => {
      const shop = await createAccountWithSender(parley)
      const name = createTemplateName()
      parley.carrier.control.script({ faults: [{ fault }], on })
      await assert.rejects(createTemplate(shop, { name, variables: ['customer_name', 'order'] }), carrierUnavailable)
      assert.equal(await findListedTemplate(shop, name), undefined)
      const wasHandedIn = parley.carrier.control.findTemplate(name) !== undefined
      assert.equal(wasHandedIn, on === '/ApprovalRequests')
      if (wasHandedIn) {
        await parley.carrier.control.settled()
        await parley.runJobs()
        const template = await findListedTemplate(shop, name)
        const status = parley.carrier.control.findTemplate(name)?.approval?.status
        assert.deepEqual([template?.status, template?.variables], [shown[status!], ['customer_name', 'order']])
        await assert.rejects(createTemplate(shop, { name }), nameTaken)
      } else {
        assert.equal((await createTemplate(shop, { name })).data.status, 'pending')
      }
      const atCarrier = await templatesAtCarrier(name)
      assert.equal(atCarrier.filter(({ status }) => status !== 'unsubmitted').length, 1)
    })
  }

  it('looks for a lost one before it is handed in again', async () => {
    const shop = await createAccountWithSender(parley)
    const name = createTemplateName()
    parley.carrier.control.script({ faults: [{ fault: 'lost-reply' }], on: '/ApprovalRequests' })
    await assert.rejects(createTemplate(shop, { name }), carrierUnavailable)
    const before = contentsAsked()
    const { data } = await createTemplate(shop, { name })
    assert.equal(contentsAsked(), before)
    assert.equal(
      (await findTemplate(parley.app.context.db, shop.account.id, shop.senderId, data.id))?.carrierSid,
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
