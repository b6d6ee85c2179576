// What a receiver answers to a message from a phone, and what is sent for it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { number, sender, startTestSandbox, xml } from './harness.ts'

describe('the answer to what a phone sends', () => {
  const answers = async (answer: { status?: number; type?: string; body?: string }) => {
    await using sandbox = await startTestSandbox()
    sandbox.receiver.respondWith(() => answer)
    await sandbox.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    await sandbox.carrier.control.settled()
    const inbox = sandbox.carrier.phones.inbox(number)
    return {
      inbox: inbox.map(({ body }) => body),
      directions: inbox.map(({ direction }) => direction),
      alarm: sandbox.carrier.alarms.at(-1)?.code,
    }
  }

  test('that says nothing sends nothing', async () => {
    for (const answer of [{ status: 204 }, { status: 200 }, xml('<Response/>'), xml('<Response></Response>')]) {
      assert.deepEqual((await answers(answer)).inbox, [])
    }
  })

  test('as plain text goes to the person, even "OK"', async () => {
    assert.deepEqual((await answers({ type: 'text/plain', body: 'OK' })).inbox, ['OK'])
  })

  test('as TwiML sends its messages', async () => {
    const found = await answers(
      xml('<Response><Message>One &amp; two</Message><Message><Body>Three</Body></Message></Response>'),
    )
    assert.deepEqual(found.inbox, ['One & two', 'Three'])
    assert.deepEqual(found.directions, ['outbound-reply', 'outbound-reply'])
  })

  test('is read strictly', async () => {
    for (const [answer, code] of [
      [xml('<Response><Message>Hi</Response>'), 12100],
      [xml('<Answer/>'), 12100],
      [xml('<Response><Message>a & b</Message></Response>'), 12100],
      [{ type: 'text/xml', body: 'OK' }, 12100],
      [xml('<Response><Say>Hi</Say></Response>'), 12200],
      [xml('<Response><Message><Text>Hi</Text></Message></Response>'), 12200],
      [{ type: 'application/json', body: '{}' }, 12300],
    ] as const) {
      assert.deepEqual(await answers(answer), { inbox: [], directions: [], alarm: code })
    }
  })

  test('may lead elsewhere', async () => {
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

  test('may have a callback of its own', async () => {
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
