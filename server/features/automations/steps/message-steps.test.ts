// Tests of the steps that send messages and make calls, at the sandbox carrier.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { saveLimits } from '#server/features/phone-numbers/index.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { assertFails, runStep, runTwice } from '#testing/automations/steps.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { charged, full, pngResponse, repair, setStatus, templateText } from '#testing/features/messages.ts'

const parley = await startTestApp({ carrier: {}, config: { allowPrivate: ['127.0.0.0/8'] } })
after(() => parley[Symbol.asyncDispose]())
const { control } = parley.carrier

const wiring = { classification: 'wiring_error' } as const

describe('the step send_template', () => {
  it('sends once and charges once, however often it is repeated', async () => {
    const sender = await parley.createSender()
    const to = parley.createPhoneNumber()
    const input = {
      sender_id: sender.senderId,
      template_id: sender.templateId,
      to,
      name: 'Ann',
      variables: { 1: 'Ann' },
    }
    const output = await runTwice(parley, sender, 'send_template', { input })
    await parley.runUntilIdle()
    assert.deepEqual(parley.textsReceivedBy(to), [templateText])
    assert.deepEqual(await sender.money(), charged)
    const status = await sender.sessionStatus(to)
    assert.equal(output['conversation_id'], status.conversation_id)
    assert.equal(typeof output['message_id'], 'number')
    assert.equal(output['status'], 'queued')
    await runStep(parley, sender, 'send_template', { input })
    assert.equal(parley.textsReceivedBy(to).length, 2)
  })

  it('takes numbers as variables', async () => {
    const sender = await parley.createSender()
    const to = parley.createPhoneNumber()
    const input = { sender_id: `${sender.senderId}`, template_id: sender.templateId, to, variables: { 1: 7 } }
    await runStep(parley, sender, 'send_template', { input })
    assert.deepEqual(parley.textsReceivedBy(to), [templateText.replace('Ann', '7')])
  })

  it('says why it fails', async () => {
    const sender = await parley.createSender()
    const poor = await parley.createSender({ account: { balanceUsd: 0 } })
    const good = {
      sender_id: sender.senderId,
      template_id: sender.templateId,
      to: '+447700900123',
      variables: { 1: 'A' },
    }
    const fails = (change: object, expected: Parameters<typeof assertFails>[1], by = sender) =>
      assertFails(runStep(parley, by, 'send_template', { input: { ...good, ...change } }), expected)
    const missing = { classification: 'missing_record' } as const
    await fails({ sender_id: 999_999_999 }, { ...missing, message: 'Sender not found or does not belong to you' })
    await fails({ sender_id: poor.senderId }, { ...missing, message: 'Sender not found or does not belong to you' })
    await fails({ template_id: 1 }, { ...missing, message: /^Template not found/ })
    await fails({ variables: {} }, { ...wiring, message: /1/ })
    await fails({ to: '0123' }, { ...wiring, message: /E\.164/ })
    const own = { sender_id: poor.senderId, template_id: poor.templateId }
    await fails(own, { ...wiring, message: /^Insufficient balance/, isRetryable: true }, poor)
    await fails({ to: '+44770099921610' }, { ...wiring, message: /opted out/i })
    await setStatus(parley, sender, 'OFFLINE')
    await fails({}, { ...wiring, message: 'Sender is not online. Current status: offline', isRetryable: true })
  })

  it('classifies refusals of the carrier, and sends under another key afterwards', async () => {
    const refusals = [
      [20003, { classification: 'missing_connection' }],
      [63018, { ...wiring, isRetryable: true }],
      [63016, wiring],
    ] as const
    for (const [code, expected] of refusals) {
      const sender = await parley.createSender()
      const to = parley.createPhoneNumber()
      const input = { sender_id: sender.senderId, template_id: sender.templateId, to, variables: { 1: 'Ann' } }
      control.script({ faults: [{ fault: 'refuse', code }] })
      await assertFails(runStep(parley, sender, 'send_template', { input }), { ...expected, message: /./ })
      assert.deepEqual(await sender.money(), full)
      await runStep(parley, sender, 'send_template', { input })
      assert.equal(parley.textsReceivedBy(to).length, 1)
    }
  })

  it('that is in doubt finds out under its key whether the message was sent', async () => {
    const sender = await parley.createSender()
    const to = parley.createPhoneNumber()
    const input = { sender_id: sender.senderId, template_id: sender.templateId, to, variables: { 1: 'Ann' } }
    const effectKey = crypto.randomUUID()
    control.script({ faults: [{ fault: 'lost-request' }] })
    const doubt = { ...wiring, message: /^It may already have been sent\. /, isRetryable: true, isInDoubt: true }
    await assertFails(runStep(parley, sender, 'send_template', { input, effectKey }), doubt)
    await repair(parley)
    const resumed = runStep(parley, sender, 'send_template', { input, effectKey, isResumed: true })
    await assertFails(resumed, { ...wiring, message: /Nothing was sent/, isRetryable: true })
    assert.deepEqual([parley.textsReceivedBy(to), await sender.money()], [[], full])
  })
})

describe('the step send_freeform', () => {
  it('sends a text and a file once within the window, and fails outside of it', async () => {
    await using files = await openReceiver(() => pngResponse)
    const sender = await parley.createSender()
    const phone = await sender.openWindow()
    const before = parley.textsReceivedBy(phone).length
    const input = { sender_id: sender.senderId, to: phone, message: 'Look!', media_url: `${files.url}/a.png` }
    await runTwice(parley, sender, 'send_freeform', { input })
    await parley.runUntilIdle()
    assert.deepEqual(parley.textsReceivedBy(phone).slice(before), ['Look!'])
    assert.equal(files.requests.length, 1)
    const closed = { sender_id: sender.senderId, to: parley.createPhoneNumber(), message: 'Hello' }
    const message = /24-hour messaging window is closed/
    await assertFails(runStep(parley, sender, 'send_freeform', { input: closed }), { ...wiring, message })
    const gone = { ...input, media_url: 'http://127.0.0.1:9/a.png' }
    await assertFails(runStep(parley, sender, 'send_freeform', { input: gone }), {
      ...wiring,
      message: 'The media url could not be fetched.',
    })
  })
})

describe('the step send_sms', () => {
  it('sends once from a number or its id', async () => {
    const owner = await parley.createCallingAssistant()
    const to = parley.createPhoneNumber()
    for (const from of [owner.phoneNumberId, owner.number]) {
      const output = await runTwice(parley, owner, 'send_sms', { input: { from, to, body: `From ${from}` } })
      assert.equal(output['status'], 'queued')
    }
    assert.deepEqual(parley.textsReceivedBy(to), [`From ${owner.phoneNumberId}`, `From ${owner.number}`])
  })

  it('fails without the number, and to people who must not be contacted', async () => {
    const owner = await parley.createCallingAssistant()
    const run = (input: object) => runStep(parley, owner, 'send_sms', { input: { body: 'Hi', ...input } })
    const missing = { classification: 'missing_record', message: 'From number not found' } as const
    await assertFails(run({ from: '+14155550000', to: '+447700900123' }), missing)
    const to = '+447700900456'
    await owner.client.doNotContact.create({ phone_number: to })
    await assertFails(run({ from: owner.number, to }), {
      ...wiring,
      message: /do-not-contact/,
      isRetryable: true,
    })
  })
})

describe('the step make_call', () => {
  it('makes one call with the assistant of the automation', async () => {
    const owner = await parley.createCallingAssistant()
    const to = parley.createPhoneNumber()
    const input = { phone_number: to, variables: { name: 'Ann', count: 2 } }
    const output = await runTwice(parley, owner, 'make_call', { input, assistantId: owner.id })
    await parley.runJobs()
    const { data } = await owner.client.calls.list()
    assert.deepEqual(
      data.map(({ id, client_phone_number }) => [id, client_phone_number]),
      [[output['call_id'], to]],
    )
    assert.equal(output['status'], 'initiated')
    const { variables } = await owner.client.calls.get({ id: output['call_id'] as number })
    assert.deepEqual([variables['name'], variables['count']], ['Ann', '2'])
    await parley.carrier.control.waitForCall((one) => one.to === to)
  })

  it('makes it with the assistant that the input names', async () => {
    const owner = await parley.createCallingAssistant()
    for (const assistant_id of [owner.id, owner.uuid]) {
      const input = { phone_number: parley.createPhoneNumber(), assistant_id }
      assert.equal((await runStep(parley, owner, 'make_call', { input }))['status'], 'initiated')
    }
  })

  it('fails without an assistant, with that of another account, and over a limit', async () => {
    const owner = await parley.createCallingAssistant()
    const other = await parley.createCallingAssistant()
    const run = (input: object, assistantId: number | null = null) =>
      runStep(parley, owner, 'make_call', { input: { phone_number: '+12025550123', ...input }, assistantId })
    await assertFails(run({}), { ...wiring, message: /needs an assistant id/ })
    const missing = { classification: 'missing_record', message: /^Assistant not found/ } as const
    await assertFails(run({ assistant_id: other.id }), missing)
    await assertFails(run({ assistant_id: other.uuid }), missing)
    await assertFails(run({}, 999_999_999), missing)
    await assertFails(run({ phone_number: '0123' }, owner.id), { ...wiring, message: /E\.164/ })
    await saveLimits(parley.app.context.db, owner.account.id, { concurrentCalls: 1 })
    await run({}, owner.id)
    await assertFails(run({ phone_number: '+12025550124' }, owner.id), {
      ...wiring,
      message: /calls? at the same time/,
      isRetryable: true,
    })
  })
})
