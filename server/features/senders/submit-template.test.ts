// The submission of templates: approval, refusals, and no lost or duplicate templates.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { FaultName } from '@parley/carrier-sandbox'
import { startTestApp } from '#testing/app/test-app.ts'
import {
  carrierUnavailable,
  createAccountWithSender,
  createTemplate,
  createTemplateName,
  findListedTemplate,
  invalidFields,
  registerSender,
  requestOfCarrier,
  templateBody,
} from '#testing/features/senders.ts'
import { findTemplate } from './index.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

const nameTaken = invalidFields({ name: ['The name has already been taken.'] })

const countSubmissions = () =>
  parley.carrier.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/Content').length

describe('the submission of a template', () => {
  it('is refused for the category authentication, whose text is fixed', async () => {
    const owner = await createAccountWithSender(parley)
    const before = countSubmissions()
    const message = 'Authentication templates have a fixed text. Create them at the carrier, then synchronize.'
    await assert.rejects(createTemplate(owner, { category: 'authentication' }), invalidFields({ category: [message] }))
    assert.equal(countSubmissions(), before)
  })

  it('creates a pending template that is approved after its review', async () => {
    const owner = await createAccountWithSender(parley)
    const name = createTemplateName()
    const { message, data } = await createTemplate(owner, { name, variables: ['customer_name', 'order'] })
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
    await owner.client.senders.sync()
    assert.deepEqual(await findListedTemplate(owner, name), { ...data, status: 'approved', raw_status: 'approved' })
    assert.equal(parley.carrier.control.findTemplate(name)?.variables['1'], 'customer_name')
  })

  it('sends the samples to the reviewers, and keeps the names for the API', async () => {
    const owner = await createAccountWithSender(parley)
    const name = createTemplateName()
    await createTemplate(owner, { name, variables: ['customer_name', 'order'], samples: ['Ann', 'A-17'] })
    assert.deepEqual(parley.carrier.control.findTemplate(name)?.variables, { 1: 'Ann', 2: 'A-17' })
    await owner.client.senders.sync()
    assert.deepEqual((await findListedTemplate(owner, name))?.variables, ['customer_name', 'order'])
  })

  it('accepts a text without placeholders, and names placeholders by number by default', async () => {
    const owner = await createAccountWithSender(parley)
    const plain = (await createTemplate(owner, { body_text: 'Good morning to you.' })).data
    assert.deepEqual([plain.variables, plain.has_variables], [[], false])
    assert.deepEqual((await createTemplate(owner)).data.variables, ['1', '2'])
  })

  it('shows why a template was rejected, and can be repeated then', async () => {
    const owner = await createAccountWithSender(parley)
    const name = 'spring_offers_rejected'
    await createTemplate(owner, { name })
    await parley.carrier.control.settled()
    await owner.client.senders.sync()
    const template = await findListedTemplate(owner, name)
    assert.deepEqual([template?.status, template?.rejection_reason], ['rejected', 'The name ends in _rejected'])
    await createTemplate(owner, { name })
  })

  it('is refused without a request to the carrier if the channel would reject the template', async () => {
    const owner = await createAccountWithSender(parley)
    const before = countSubmissions()
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
      await assert.rejects(createTemplate(owner, given as object), invalidFields(errors as never))
    assert.equal(countSubmissions(), before)
  })

  it('claims its name, so that concurrent submissions are refused', async () => {
    const owner = await createAccountWithSender(parley)
    const name = createTemplateName()
    const before = countSubmissions()
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => createTemplate(owner, { name })))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const result of results) if (result.status === 'rejected') nameTaken(result.reason)
    assert.equal(countSubmissions(), before + 1)
    await assert.rejects(createTemplate(owner, { name }), nameTaken)
    assert.equal((await createTemplate(owner, { name, language: 'de' })).data.language, 'de')
  })

  it('stores nothing if the carrier rejects the template, and reports its error code', async () => {
    const owner = await createAccountWithSender(parley)
    const name = createTemplateName()
    parley.carrier.control.script({ faults: [{ fault: 'refuse', code: 92009 }], on: 'POST /v1/Content' })
    await assert.rejects(createTemplate(owner, { name }), ({ status, body }) => {
      assert.deepEqual([status, body.success, body.error_code], [422, false, 'PROVIDER_ERROR_92009'])
      return true
    })
    assert.equal(await findListedTemplate(owner, name), undefined)
    assert.equal((await createTemplate(owner, { name })).data.status, 'pending')
  })

  it('makes the template available to all senders of the account', async () => {
    const owner = await createAccountWithSender(parley)
    const { id: senderId } = await registerSender(parley, owner)
    const name = createTemplateName()
    await createTemplate(owner, { name, variables: ['customer_name', 'order'] })
    const copy = await findListedTemplate({ ...owner, senderId }, name)
    assert.deepEqual(copy?.variables, ['customer_name', 'order'])
  })

  for (const [what, on, fault] of [
    ['the response to its creation was lost', 'POST /v1/Content', 'lost-reply'],
    ['the response to its submission was lost', '/ApprovalRequests', 'lost-reply'],
    ['the carrier failed after the submission', '/ApprovalRequests', 'error-after-accept'],
    ['the carrier failed before its creation', 'POST /v1/Content', 'error-before-accept'],
  ] as const satisfies [string, string, FaultName][]) {
    it(`creates no duplicate when ${what}`, async () => {
      const owner = await createAccountWithSender(parley)
      const name = createTemplateName()
      parley.carrier.control.script({ faults: [{ fault }], on })
      await assert.rejects(createTemplate(owner, { name, variables: ['customer_name', 'order'] }), carrierUnavailable)
      assert.equal(await findListedTemplate(owner, name), undefined)
      const wasSubmitted = parley.carrier.control.findTemplate(name) !== undefined
      assert.equal(wasSubmitted, on === '/ApprovalRequests')
      if (wasSubmitted) {
        await parley.carrier.control.settled()
        await parley.runJobs()
        const template = await findListedTemplate(owner, name)
        const status = parley.carrier.control.findTemplate(name)?.approval?.status
        assert.deepEqual([template?.status, template?.variables], [shown[status!], ['customer_name', 'order']])
        await assert.rejects(createTemplate(owner, { name }), nameTaken)
      } else {
        assert.equal((await createTemplate(owner, { name })).data.status, 'pending')
      }
      const atCarrier = await templatesAtCarrier(name)
      assert.equal(atCarrier.filter(({ status }) => status !== 'unsubmitted').length, 1)
    })
  }

  it('is looked up at the carrier before it is repeated', async () => {
    const owner = await createAccountWithSender(parley)
    const name = createTemplateName()
    parley.carrier.control.script({ faults: [{ fault: 'lost-reply' }], on: '/ApprovalRequests' })
    await assert.rejects(createTemplate(owner, { name }), carrierUnavailable)
    const before = countSubmissions()
    const { data } = await createTemplate(owner, { name })
    assert.equal(countSubmissions(), before)
    assert.equal(
      (await findTemplate(parley.app.context.db, owner.account.id, owner.senderId, data.id))?.externalId,
      parley.carrier.control.findTemplate(name)?.sid,
    )
  })
})

const shown: Record<string, string> = { approved: 'approved', received: 'pending', pending: 'pending' }

async function templatesAtCarrier(name: string): Promise<{ status: string }[]> {
  const answer = await requestOfCarrier(parley, '/v1/ContentAndApprovals?PageSize=1000')
  const { contents } = (await answer.json()) as {
    contents: { friendly_name: string; approval_requests: { status: string } }[]
  }
  return contents.filter((one) => one.friendly_name === name).map((one) => one.approval_requests)
}
