// Tests how a carrier adapter lists senders and templates, sets inbound webhooks and submits templates.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import { accountOf, from, newTemplate, type OpenCarrierSetup } from './setup.ts'

export function sendersSuite(open: OpenCarrierSetup): void {
  test('senders are listed across all pages with their properties', async () => {
    const numbers = Array.from({ length: 45 }, (_, index) => `+155500010${String(index).padStart(2, '0')}`)
    await using setup = await open({ settings: { senders: numbers.map((number) => ({ number, name: 'Shop' })) } })
    const { control } = setup.sandbox
    control.changeSender(numbers[0]!, { messagingLimit: 'Unlimited Customers/24hr', quality: 'LOW' })
    control.changeSender(numbers[1]!, { messagingLimit: null, quality: null, status: 'OFFLINE' })
    control.changeSender(numbers[2]!, { messagingLimit: 'as many as you like' })
    const senders = await setup.carrier.listSenders(accountOf(setup))
    const byNumber = new Map(senders.map(({ externalId, ...sender }) => [sender.phoneNumber, sender]))
    assert.deepEqual([...byNumber.keys()].sort(), numbers)
    assert.equal(new Set(senders.map(({ externalId }) => externalId)).size, 45)
    const usual = {
      phoneNumber: numbers[3]!,
      displayName: 'Shop',
      rawStatus: 'ONLINE',
      online: true,
      qualityRating: 'HIGH',
      messagingLimit: 10_000,
      messagingLimitText: '10K Customers/24hr',
      voiceCalling: false,
      offlineReason: null,
      inboundWebhook: { url: null, method: 'POST' },
    }
    assert.deepEqual(byNumber.get(numbers[3]!), usual)
    const [unlimited, offline, odd] = numbers.map((number) => byNumber.get(number))
    assert.deepEqual([unlimited?.messagingLimit, unlimited?.qualityRating], ['unlimited', 'LOW'])
    assert.deepEqual([offline?.online, offline?.rawStatus, offline?.messagingLimit], [false, 'OFFLINE', null])
    assert.deepEqual([odd?.messagingLimit, odd?.messagingLimitText], [null, 'as many as you like'])
    assert.match(offline?.offlineReason ?? '', /^63112: ./)
  })

  test('setting the inbound webhook of a sender keeps its other webhooks', async () => {
    await using setup = await open({ publicUrl: 'https://b.example' })
    const { control } = setup.sandbox
    const callback = { callback_url: 'https://a.example/in', callback_method: 'GET' }
    control.changeSender(from, { webhook: { ...callback, fallback_url: 'https://a.example/f' } })
    const account = accountOf(setup)
    const load = async () => (await setup.carrier.listSenders(account)).find(({ phoneNumber }) => phoneNumber === from)!
    const before = (await load()).inboundWebhook!
    assert.deepEqual(before, { url: 'https://a.example/in', method: 'GET' })
    assert.ok(!setup.carrier.isInboundWebhook(before))
    await setup.carrier.setInboundWebhook(account, (await load()).externalId)
    const inboundWebhook = (await load()).inboundWebhook!
    assert.deepEqual(inboundWebhook, { url: setup.carrier.inboundUrl, method: 'POST' })
    assert.ok(
      setup.carrier.inboundUrl.startsWith('https://b.example/') && setup.carrier.isInboundWebhook(inboundWebhook),
    )
    assert.equal(control.changeSender(from, {}).webhook['fallback_url'], 'https://a.example/f')
    assert.equal((await load()).online, true)
    const error = await failureOf(setup.carrier.setInboundWebhook(account, `XE${'0'.repeat(32)}`))
    assert.deepEqual([error.code, error.retryable], ['20404', false])
  })

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
    const { externalId, rawStatus, ...rest } = submitted
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
    assert.deepEqual([listed.length, listed[0]!.externalId], [1, externalId])
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
