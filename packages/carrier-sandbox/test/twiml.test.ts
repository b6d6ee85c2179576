// Tests of responses to inbound webhooks: TwiML, plain text and errors.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { number, sender, startTestSandbox, xml } from './harness.ts'

describe('the response to an inbound webhook', () => {
  const resultOf = async (response: { status?: number; type?: string; body?: string }) => {
    await using sandbox = await startTestSandbox()
    sandbox.receiver.respondWith(() => response)
    await sandbox.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    await sandbox.carrier.control.settled()
    const inbox = sandbox.carrier.phones.inbox(number)
    return {
      inbox: inbox.map(({ body }) => body),
      directions: inbox.map(({ direction }) => direction),
      alarm: sandbox.carrier.alarms.at(-1)?.code,
    }
  }

  test('sends nothing if it is empty', async () => {
    for (const response of [{ status: 204 }, { status: 200 }, xml('<Response/>'), xml('<Response></Response>')]) {
      assert.deepEqual((await resultOf(response)).inbox, [])
    }
  })

  test('is sent to the person if it is plain text, even "OK"', async () => {
    assert.deepEqual((await resultOf({ type: 'text/plain', body: 'OK' })).inbox, ['OK'])
  })

  test('sends the messages of its TwiML', async () => {
    const result = await resultOf(
      xml('<Response><Message>One &amp; two</Message><Message><Body>Three</Body></Message></Response>'),
    )
    assert.deepEqual(result.inbox, ['One & two', 'Three'])
    assert.deepEqual(result.directions, ['outbound-reply', 'outbound-reply'])
  })

  test('raises an alarm if it is invalid', async () => {
    for (const [response, code] of [
      [xml('<Response><Message>Hi</Response>'), 12100],
      [xml('<Answer/>'), 12100],
      [xml('<Response><Message>a & b</Message></Response>'), 12100],
      [{ type: 'text/xml', body: 'OK' }, 12100],
      [xml('<Response><Say>Hi</Say></Response>'), 12200],
      [xml('<Response><Message><Text>Hi</Text></Message></Response>'), 12200],
      [{ type: 'application/json', body: '{}' }, 12300],
    ] as const) {
      assert.deepEqual(await resultOf(response), { inbox: [], directions: [], alarm: code })
    }
  })

  test('can redirect', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.receiver.respondWith(({ path }) =>
      path === '/next'
        ? xml('<Response><Message>There</Message></Response>')
        : xml('<Response><Redirect>/next</Redirect></Response>'),
    )
    await sandbox.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    assert.equal((await sandbox.carrier.phones.waitFor(number)).body, 'There')
    sandbox.receiver.respondWith(() => xml('<Response><Redirect>/inbound</Redirect></Response>'))
    await sandbox.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    assert.equal(sandbox.receiver.received.length, 2 + 6)
  })

  test('can set a status callback', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.receiver.respondWith(({ path }) =>
      path === '/inbound'
        ? xml(`<Response><Message statusCallback="${sandbox.receiver.url}/status">Hi</Message></Response>`)
        : { status: 204 },
    )
    const { replies } = await sandbox.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    await sandbox.carrier.control.settled()
    assert.deepEqual(sandbox.statusesOf(replies[0]!.sid), ['sent', 'delivered', 'read'])
  })
})
