// What a receiver answers to a message from a phone, and what is sent for it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { number, openDesk, sender, xml } from './testing/harness.ts'

describe('the answer to what a phone sends', () => {
  const answers = async (answer: { status?: number; type?: string; body?: string }) => {
    await using desk = await openDesk()
    desk.ear.answerWith(() => answer)
    await desk.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    await desk.carrier.control.settled()
    const inbox = desk.carrier.phones.inbox(number)
    return {
      inbox: inbox.map(({ body }) => body),
      directions: inbox.map(({ direction }) => direction),
      alarm: desk.carrier.alarms.at(-1)?.code,
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
    await using desk = await openDesk()
    desk.ear.answerWith(({ path }) =>
      path === '/next'
        ? xml('<Response><Message>There</Message></Response>')
        : xml('<Response><Redirect>/next</Redirect></Response>'),
    )
    await desk.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    assert.equal((await desk.carrier.phones.waitFor(number)).body, 'There')
    desk.ear.answerWith(() => xml('<Response><Redirect>/inbound</Redirect></Response>'))
    await desk.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    assert.equal(desk.ear.heard.length, 2 + 6)
  })

  test('may have a callback of its own', async () => {
    await using desk = await openDesk()
    desk.ear.answerWith(({ path }) =>
      path === '/inbound'
        ? xml(`<Response><Message statusCallback="${desk.ear.url}/status">Hi</Message></Response>`)
        : { status: 204 },
    )
    const { replies } = await desk.carrier.phones.send({ from: number, to: sender, body: 'Hi' })
    await desk.carrier.control.settled()
    assert.deepEqual(desk.statusesOf(replies[0]!.sid), ['sent', 'delivered', 'read'])
  })
})
