// Tests how a carrier adapter lists and submits templates.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf } from '#server/testing/expect-refusal.ts'
import { accountOf, newTemplate, type OpenCarrierSetup } from './setup.ts'

export function templatesSuite(open: OpenCarrierSetup): void {
  test('templates of every status are listed across all pages', async () => {
    await using setup = await open({ settings: { review: 'hand', delaysMs: { pending: 600_000 } } })
    const states = ['approved', 'received', 'pending', 'rejected', 'paused', 'disabled', null] as const
    const names = Array.from({ length: 1_205 }, (_, index) => `template_${index}`)
    for (const [index, name] of names.entries()) {
      const status = states[index % states.length]
      const category = index % 2 ? 'MARKETING' : 'AUTHENTICATION'
      const review = { status, category, rejectionReason: `Reason ${index}` }
      setup.sandbox.control.addTemplate({ name, ...review, body: 'Hi {{1}}!' })
    }
    const templates = await setup.carrier.listTemplates(accountOf(setup))
    const byName = new Map(templates.map((template) => [template.name, template]))
    assert.deepEqual([...byName.keys()].sort(), names.toSorted())
    for (const [index, name] of names.entries()) {
      const status = states[index % states.length]
      const { rawStatus, category, rejectionReason } = byName.get(name)!
      assert.equal(rawStatus, status ?? 'unsubmitted')
      const expected = [index % 2 ? 'marketing' : 'authentication', `Reason ${index}`]
      if (status !== null) assert.deepEqual([category, rejectionReason], expected)
    }
    assert.deepEqual(byName.get('template_0')?.variables, { 1: '' })
  })

  test('a template is submitted for approval', async () => {
    await using setup = await open({ settings: { review: 'hand' } })
    const submitted = await setup.carrier.submitTemplate(accountOf(setup), newTemplate())
    const { sid, rawStatus, ...rest } = submitted
    assert.match(rawStatus, /^(?:received|pending)$/)
    assert.deepEqual(rest, {
      name: 'order_left',
      language: 'de',
      category: 'marketing',
      rawCategory: 'MARKETING',
      rejectionReason: null,
      bodyText: newTemplate().bodyText,
      variables: { 1: 'Ann', 2: '17' },
      parts: [],
      hasVoiceCall: false,
    })
    const listed = await setup.carrier.listTemplates(accountOf(setup))
    assert.deepEqual([listed.length, listed[0]!.sid], [1, sid])
  })

  test('a refused submission leaves no template behind', async () => {
    await using setup = await open()
    const error = await failureOf(setup.carrier.submitTemplate(accountOf(setup), newTemplate('Not A Name')))
    assert.deepEqual([error.code, error.retryable], ['20001', false])
    setup.sandbox.control.script({ faults: [{ fault: 'too-many-requests' }], on: 'ApprovalRequests' })
    const limited = await failureOf(setup.carrier.submitTemplate(accountOf(setup), newTemplate()))
    assert.deepEqual([limited.code, limited.retryable], ['20429', true])
    assert.deepEqual(await setup.carrier.listTemplates(accountOf(setup)), [])
  })
}
