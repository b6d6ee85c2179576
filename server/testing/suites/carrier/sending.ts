// Tests that a carrier adapter delivers every part of a message to the phone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReceiver } from '#server/testing/receiver.ts'
import { accountOf, from, type OpenCarrierSetup, secretText, text, to } from './setup.ts'

export function sendingSuite(open: OpenCarrierSetup): void {
  test('a text reaches the phone, and every status update is reported', async () => {
    await using setup = await open()
    await using receiver = await openReceiver(() => ({ status: 204 }))
    await setup.sandbox.phones.send({ from: to, to: from, body: 'Hi' })
    const sent = await setup.carrier.sendMessage(accountOf(setup), text({ statusCallbackUrl: `${receiver.url}/s` }))
    assert.equal(sent.status, 'queued')
    const arrived = await setup.sandbox.phones.waitFor(to)
    assert.deepEqual([arrived.sid, arrived.body, arrived.from], [sent.sid, secretText, `whatsapp:${from}`])
    await receiver.received(1)
    assert.ok(receiver.requests.every(({ path }) => path === '/s'))
  })

  test('a medium reaches the phone with its caption, and without one', async () => {
    await using setup = await open()
    await using files = await openReceiver(() => ({ headers: { 'content-type': 'image/png' }, body: 'png' }))
    for (const caption of ['Look, ä & ü + 100 %', undefined]) {
      const content = { kind: 'media', mediaUrl: `${files.url}/a%20b.png?x=1&y=2`, caption } as const
      const { sid } = await setup.carrier.sendMessage(accountOf(setup), text({ content }))
      const message = setup.sandbox.messages().find((one) => one.sid === sid)
      assert.equal(message?.body, caption ?? '')
      assert.deepEqual(message?.mediaUrls, [content.mediaUrl])
    }
  })

  test('a template reaches the phone with every placeholder filled', async () => {
    await using setup = await open()
    const filled = setup.sandbox.control.addTemplate({
      name: 'order_left',
      body: 'Hello {{1}}, your order {{2}} has left us today, thank you.',
      variables: { 1: 'Ann', 2: '17' },
    })
    const plain = setup.sandbox.control.addTemplate({ name: 'plain', body: 'Hello there, good morning.' })
    const variables = { 1: 'Jürgen "J" \\ 😀', 2: '&=+%' }
    for (const [template, values, body] of [
      [filled, variables, 'Hello Jürgen "J" \\ 😀, your order &=+% has left us today, thank you.'],
      [plain, {}, 'Hello there, good morning.'],
    ] as const) {
      const content = { kind: 'template', templateSid: template.sid, variables: values } as const
      const { sid } = await setup.carrier.sendMessage(accountOf(setup), text({ content }))
      assert.equal((await setup.sandbox.phones.waitFor(to, (one) => one.sid === sid)).body, body)
    }
  })

  test('an SMS is sent as an SMS', async () => {
    await using setup = await open()
    const { sid } = await setup.carrier.sendMessage(accountOf(setup), text({ channel: 'sms' }))
    const arrived = await setup.sandbox.phones.waitFor(to)
    assert.deepEqual([arrived.sid, arrived.from, arrived.to], [sid, from, to])
    const found = await setup.carrier.findMessage(accountOf(setup), sid)
    assert.deepEqual([found?.from, found?.to], [from, to])
  })

  test('a customer without a number is addressed by the user id of their message', async () => {
    await using setup = await open()
    const user = 'ID.4500000000000001'
    await setup.sandbox.phones.send({ from: `whatsapp:${user}`, to: from, body: 'Hi' })
    const { sid } = await setup.carrier.sendMessage(accountOf(setup), text({ to: user }))
    assert.equal((await setup.carrier.findMessage(accountOf(setup), sid))?.to, user)
  })

  test('concurrent messages each get their own response', async () => {
    await using setup = await open()
    const bodies = Array.from({ length: 300 }, (_, index) => `Message ${index}`)
    const send = async (body: string) => {
      const { sid } = await setup.carrier.sendMessage(accountOf(setup), text({ content: { kind: 'text', body } }))
      assert.equal(setup.sandbox.messages().find((message) => message.sid === sid)?.body, body)
    }
    await Promise.all(bodies.map(send))
  })
}
