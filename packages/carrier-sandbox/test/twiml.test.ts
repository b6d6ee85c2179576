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
    assert.ok(inbox.every(({ direction }) => direction === 'outbound-reply'))
    return [sandbox.carrier.alarms.at(-1)?.code, ...inbox.map(({ body }) => body)]
  }

  for (const [what, response, ...expected] of [
    ['sends nothing if it is a 204', { status: 204 }, undefined],
    ['sends nothing if it is empty', { status: 200 }, undefined],
    ['sends nothing for a closed element', xml('<Response/>'), undefined],
    ['sends nothing for an empty element', xml('<Response></Response>'), undefined],
    ['is sent to the customer if it is plain text, even "OK"', { type: 'text/plain', body: 'OK' }, undefined, 'OK'],
    [
      'sends the messages of its TwiML',
      xml('<Response><Message>One &amp; two</Message><Message><Body>Three</Body></Message></Response>'),
      undefined,
      'One & two',
      'Three',
    ],
    ['raises an alarm for an open element', xml('<Response><Message>Hi</Response>'), 12100],
    ['raises an alarm for an unknown root', xml('<Answer/>'), 12100],
    ['raises an alarm for a bare ampersand', xml('<Response><Message>a & b</Message></Response>'), 12100],
    ['raises an alarm for text that is no XML', { type: 'text/xml', body: 'OK' }, 12100],
    ['raises an alarm for an unknown verb', xml('<Response><Say>Hi</Say></Response>'), 12200],
    ['raises an alarm for an unknown noun', xml('<Response><Message><Text>Hi</Text></Message></Response>'), 12200],
    ['raises an alarm for JSON', { type: 'application/json', body: '{}' }, 12300],
  ] as const)
    test(what, async () => assert.deepEqual(await resultOf(response), expected))

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
