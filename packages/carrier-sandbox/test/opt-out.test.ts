// Tests of opt-out keywords.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { customer, number, sender, smsSender, startTestSandbox } from './harness.ts'

describe('opting out', () => {
  const message = { From: smsSender, To: number, Body: 'Hello' }

  test('of SMS is stored, gets an automatic reply, still reaches the webhook, and can be undone', async () => {
    await using sandbox = await startTestSandbox()
    const { phones, control } = sandbox.carrier
    const send = (body: string) => phones.send({ from: number, to: smsSender, body, channel: 'sms' })
    assert.equal((await sandbox.send(message)).status, 201)
    await send('STOP PLEASE')
    assert.equal((await sandbox.send(message)).status, 201)
    await send(' stop ')
    await control.settled()
    const { form } = sandbox.receiver.received.at(-1)!
    assert.deepEqual([form['Body'], 'OptOutType' in form], [' stop ', false])
    assert.match(phones.inbox(number).at(-1)!.body, /unsubscribed/)
    const refused = await sandbox.send(message)
    assert.deepEqual([refused.status, refused.body.code], [400, 21610])
    await send('START')
    assert.equal((await sandbox.send(message)).status, 201)
    await send('Yes')
    await control.settled()
    assert.equal(phones.inbox(number).filter(({ body }) => /re-subscribed/.test(body)).length, 1)
  })

  test('has no effect on WhatsApp without Advanced Opt-Out', async () => {
    await using sandbox = await startTestSandbox()
    await sandbox.carrier.phones.send({ from: number, to: sender, body: 'STOP' })
    assert.equal((await sandbox.send({ From: sender, To: customer, Body: 'Hi' })).status, 201)
    sandbox.carrier.control.settings({ whatsAppOptOut: true })
    await sandbox.carrier.phones.send({ from: number, to: sender, body: 'STOP' })
    assert.equal(sandbox.receiver.received.at(-1)!.form['OptOutType'], 'STOP')
    assert.equal((await sandbox.send({ From: sender, To: customer, Body: 'Hi' })).status, 400)
  })

  test('of a toll-free number uses only STOP and UNSTOP', async () => {
    await using sandbox = await startTestSandbox({ numbers: ['+18005550100'] })
    const send = (body: string) =>
      sandbox.carrier.phones.send({ from: number, to: '+18005550100', body, channel: 'sms' })
    const status = async () => (await sandbox.send({ ...message, From: '+18005550100' })).status
    await send('QUIT')
    assert.equal(await status(), 201)
    await send('STOP')
    await send('START')
    assert.equal(await status(), 400)
    await send('UNSTOP')
    assert.equal(await status(), 201)
  })
})
