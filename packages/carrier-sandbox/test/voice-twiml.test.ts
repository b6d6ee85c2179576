// Tests of inbound calls, TwiML, transfers, and calls between two numbers of the account.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tone } from '../src/index.ts'
import { caller, receiveWith, smsSender, startTestSandbox, untilOver, xml } from './harness.ts'
import { startMediaServer } from './media-server.ts'

describe('an inbound call', () => {
  test('posts the signed fields of Twilio’s to the number’s URL, and is answered by its TwiML', async () => {
    await using sandbox = await startTestSandbox()
    const { sid } = receiveWith(sandbox, '<Response><Hangup/></Response>')
    assert.equal((await untilOver(sandbox, sid)).status, 'completed')
    const { form, isSigned, path } = sandbox.receiver.received[0]!
    assert.deepEqual([isSigned, path], [true, '/voice'])
    const { CallSid, AccountSid, From, To, Caller, Called, Direction, CallStatus, ApiVersion } = form
    assert.deepEqual(
      { CallSid, AccountSid, From, To, Caller, Called, Direction, CallStatus, ApiVersion },
      {
        CallSid: sid,
        AccountSid: sandbox.carrier.accountSid,
        From: caller,
        To: smsSender,
        Caller: caller,
        Called: smsSender,
        Direction: 'inbound',
        CallStatus: 'ringing',
        ApiVersion: '2010-04-01',
      },
    )
    await sandbox.carrier.control.settled()
    const last = sandbox.receiver.received.at(-1)!
    assert.deepEqual([last.path, last.form['CallStatus']], ['/status', 'completed'])
  })

  for (const [reason, status] of [
    ['busy', 'busy'],
    ['rejected', 'no-answer'],
  ] as const)
    test(`is ${status} if the TwiML rejects it as ${reason}`, async () => {
      await using sandbox = await startTestSandbox()
      const { sid } = receiveWith(sandbox, `<Response><Reject reason="${reason}"/></Response>`)
      const call = await untilOver(sandbox, sid)
      assert.deepEqual([call.status, call.answeredAtMs], [status, null])
    })

  test('to a number without a URL fails', async () => {
    await using sandbox = await startTestSandbox()
    const { sid } = sandbox.carrier.control.call({ from: caller, to: smsSender })
    assert.equal(sandbox.carrier.control.findCall(sid)!.status, 'failed')
  })

  for (const [what, body, code] of [
    ['an unknown verb', '<Response><Dance/></Response>', 12100],
    ['an open element', '<Response><Hangup>', 12100],
    ['an invalid stream', '<Response><Connect><Stream url="http://a"/></Connect></Response>', 12200],
    ['text outside of a verb', '<Response>Hello</Response>', 12200],
  ] as const)
    test(`ends with an application error after ${what}`, async () => {
      await using sandbox = await startTestSandbox()
      const { sid } = receiveWith(sandbox, body)
      const call = await untilOver(sandbox, sid)
      assert.equal(call.status, 'completed')
      assert.match(call.captions[0]!.text, /application error/)
      assert.deepEqual(
        sandbox.carrier.alarms.map((alarm) => alarm.code),
        [code],
      )
    })

  test('uses the fallback URL if the first fails', async () => {
    await using sandbox = await startTestSandbox()
    const { control } = sandbox.carrier
    const { url } = sandbox.receiver
    sandbox.receiver.respondWith(({ path }) =>
      path === '/voice' ? { status: 500 } : xml('<Response><Reject reason="busy"/></Response>'),
    )
    control.addNumber({ phoneNumber: smsSender, voiceUrl: `${url}/voice`, voiceFallbackUrl: `${url}/fallback` })
    const { sid } = control.call({ from: caller, to: smsSender })
    assert.equal((await untilOver(sandbox, sid)).status, 'busy')
    assert.deepEqual(
      sandbox.receiver.received.map(({ path, form }) => [path, form['ErrorCode']]),
      [
        ['/voice', undefined],
        ['/fallback', '11200'],
      ],
    )
  })

  test('follows redirects relative to the document, and not forever', async () => {
    await using sandbox = await startTestSandbox()
    const redirect = '<Response><Redirect>next?a=1</Redirect></Response>'
    const { sid } = receiveWith(sandbox, redirect, '<Response><Play digits="7"/></Response>')
    assert.equal((await untilOver(sandbox, sid)).keysHeard, '7')
    assert.equal(sandbox.receiver.received[1]!.path, '/next?a=1')
    const loop = receiveWith(sandbox, ...Array.from({ length: 200 }, () => redirect))
    assert.equal((await untilOver(sandbox, loop.sid)).status, 'completed')
  })
})

describe('<Dial>', () => {
  test('connects the caller to another phone and reports the result to its action', async () => {
    await using sandbox = await startTestSandbox()
    const { control } = sandbox.carrier
    control.behaveOnCalls('+12025550160', {
      steps: [
        { audio: tone({ ms: 400 }), afterMs: 0 },
        { hangUp: true, afterMs: 100 },
      ],
    })
    const { url } = sandbox.receiver
    const dial = `<Dial action="/after" callerId="${smsSender}" timeout="20"><Number statusCallback="${url}/status" statusCallbackEvent="initiated answered completed">+12025550160</Number></Dial>`
    const { sid } = receiveWith(sandbox, `<Response>${dial}</Response>`, '<Response><Hangup/></Response>')
    await untilOver(sandbox, sid)
    const child = sandbox.carrier.calls().find(({ parentSid }) => parentSid === sid)!
    assert.deepEqual(
      [child.from, child.to, child.direction, child.status],
      [smsSender, '+12025550160', 'outbound-dial', 'completed'],
    )
    const { form } = sandbox.receiver.received.find(({ path }) => path === '/after')!
    assert.deepEqual(
      [form['DialCallStatus'], form['DialCallSid'], form['DialCallDuration']],
      ['completed', child.sid, '1'],
    )
    assert.ok(control.audio(sid)!.heard.some((code) => code !== 0xff && code !== 0x7f))
    await control.settled()
    const statuses = sandbox.receiver.received.filter(({ form }) => form['CallSid'] === child.sid)
    assert.deepEqual(
      statuses.map(({ form }) => [form['CallStatus'], form['ParentCallSid']]),
      ['initiated', 'in-progress', 'completed'].map((status) => [status, sid]),
    )
  })

  for (const [what, to, status] of [
    ['busy', '+12025550103', 'busy'],
    ['not in service', '+12025550111', 'failed'],
    ['not a number', 'mother', 'failed'],
  ] as const)
    test(`reports a phone that is ${what}`, async () => {
      await using sandbox = await startTestSandbox()
      const { sid } = receiveWith(sandbox, `<Response><Dial action="/after">${to}</Dial></Response>`)
      await untilOver(sandbox, sid)
      const { form } = sandbox.receiver.received.find(({ path }) => path === '/after')!
      assert.equal(form['DialCallStatus'], status)
    })

  test('ends the dialled call when the caller hangs up', async () => {
    await using sandbox = await startTestSandbox()
    const { control } = sandbox.carrier
    const { sid } = receiveWith(sandbox, '<Response><Dial>+12025550104</Dial></Response>')
    const child = await control.waitForCall((one) => one.parentSid === sid && one.status === 'ringing')
    control.hangUp(sid)
    assert.equal((await untilOver(sandbox, child.sid)).status, 'canceled')
    assert.equal(control.findCall(sid)!.status, 'completed')
  })
})

test('two numbers of the account call each other and hear each other', async () => {
  await using sandbox = await startTestSandbox()
  await using server = await startMediaServer()
  const { control } = sandbox.carrier
  const other = '+12025550170'
  sandbox.receiver.respondWith(() => xml(server.twiml()))
  control.addNumber({ phoneNumber: other, voiceUrl: `${sandbox.receiver.url}/voice` })
  const { sid } = await sandbox.client.calls.create({ from: smsSender, to: other, twiml: server.twiml() })
  const [one, two] = [await server.connection(1), await server.connection(2)]
  const inbound = sandbox.carrier.calls().find(({ direction }) => direction === 'inbound')!
  await Promise.all([one.untilFrame(5), two.untilFrame(5)])
  one.sendAudio(tone({ ms: 200, hz: 500 }))
  const isSound = (stream: typeof one) =>
    stream.until(
      ({ media }) =>
        media !== undefined && Buffer.from(media.payload, 'base64').some((code) => code !== 0xff && code !== 0x7f),
    )
  await isSound(two)
  two.sendAudio(tone({ ms: 200, hz: 700 }))
  await isSound(one)
  await sandbox.client.calls(sid).update({ status: 'completed' })
  assert.equal((await untilOver(sandbox, inbound.sid)).status, 'completed')
  await Promise.all([one.closed, two.closed])
})

test('a number of the account that rejects a call is busy for the caller', async () => {
  await using sandbox = await startTestSandbox()
  const other = '+12025550170'
  sandbox.receiver.respondWith(() => xml('<Response><Reject reason="busy"/></Response>'))
  sandbox.carrier.control.addNumber({ phoneNumber: other, voiceUrl: `${sandbox.receiver.url}/voice` })
  const { sid } = await sandbox.client.calls.create({ from: smsSender, to: other, twiml: '<Response/>' })
  assert.equal((await untilOver(sandbox, sid)).status, 'busy')
})

describe('keys that the TwiML gathers', () => {
  const gather = (attributes: string) =>
    `<Response><Gather ${attributes}><Say>Press a key.</Say><Pause length="1"/></Gather><Play digits="9"/></Response>`

  for (const [what, attributes, press, digits] of [
    ['end at the number of digits', 'numDigits="2" action="/keys"', '123', '12'],
    ['end at the finish key, which is left out', 'action="/keys"', '12#', '12'],
    ['go to the document itself without an action', 'numDigits="1"', '7', '7'],
  ] as const)
    test(what, async () => {
      await using sandbox = await startTestSandbox()
      sandbox.carrier.control.behaveOnCalls(caller, { steps: [{ press, afterMs: 200 }] })
      const { sid } = receiveWith(sandbox, gather(attributes), '<Response><Hangup/></Response>')
      const call = await untilOver(sandbox, sid)
      const posted = sandbox.receiver.received.find(({ form }) => form['Digits'] !== undefined)!
      const path = attributes.includes('action') ? '/keys' : '/voice'
      assert.deepEqual([posted.path, posted.form['Digits'], posted.isSigned], [path, digits, true])
      assert.deepEqual([call.captions[0]!.text, call.keysHeard], ['Press a key.', ''])
    })

  test('are not waited for longer than the timeout, and then the next verb runs', async () => {
    await using sandbox = await startTestSandbox()
    const { sid } = receiveWith(sandbox, gather('timeout="1" action="/keys"'))
    assert.equal((await untilOver(sandbox, sid)).keysHeard, '9')
    assert.equal(
      sandbox.receiver.received.some(({ path }) => path === '/keys'),
      false,
    )
  })
})

describe('a conference', () => {
  const join = (attributes = '') =>
    `<Response><Dial action="/left"><Conference ${attributes}>support</Conference></Dial></Response>`

  test('lets both calls hear each other, and is over for both when one leaves', async () => {
    await using sandbox = await startTestSandbox()
    const { control } = sandbox.carrier
    const other = '+12025550151'
    const said = {
      [caller]: Buffer.from(tone({ ms: 300, hz: 500 })),
      [other]: Buffer.from(tone({ ms: 300, hz: 900 })),
    }
    control.behaveOnCalls(caller, {
      steps: [
        { audio: said[caller], afterMs: 1_000 },
        { hangUp: true, afterMs: 1_000 },
      ],
    })
    control.behaveOnCalls(other, { steps: [{ audio: said[other], afterMs: 1_000 }] })
    const document = join('endConferenceOnExit="true"')
    const { sid: first } = receiveWith(sandbox, document, document)
    const { sid: second } = control.call({ from: other, to: smsSender })
    await Promise.all([untilOver(sandbox, first), untilOver(sandbox, second)])
    const heardBy = (sid: string) => Buffer.from(control.audio(sid)!.heard)
    assert.ok(heardBy(first).includes(said[other]!), 'the first hears the second')
    assert.ok(heardBy(second).includes(said[caller]!), 'the second hears the first')
    assert.equal(heardBy(first).includes(said[caller]!), false)
    await control.settled()
    const left = sandbox.receiver.received.filter(({ path }) => path === '/left')
    assert.deepEqual(
      left.map(({ form }) => [form['CallSid'], form['DialCallStatus']]),
      [[second, 'answered']],
    )
  })

  test('accepts no more calls than its maximum', async () => {
    await using sandbox = await startTestSandbox()
    const { control } = sandbox.carrier
    control.behaveOnCalls(caller, { steps: [{ hangUp: true, afterMs: 1_500 }] })
    const document = join('maxParticipants="1"')
    const { sid: first } = receiveWith(sandbox, document, document)
    await control.waitForCall((one) => one.sid === first && one.status === 'in-progress')
    const { sid: second } = control.call({ from: '+12025550151', to: smsSender })
    await Promise.all([untilOver(sandbox, second), untilOver(sandbox, first)])
    assert.deepEqual(
      sandbox.carrier.alarms.map(({ code }) => code),
      [16020],
    )
  })
})
