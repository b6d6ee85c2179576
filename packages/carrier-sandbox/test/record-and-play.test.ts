// Tests of `<Record>` and of `<Play>` of files.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { type PhoneStep, tone } from '../src/index.ts'
import { encodeWav } from '../src/voice/audio.ts'
import { smsSender, startTestSandbox, type TestSandbox, untilOver, xml } from './harness.ts'
import { channelsOf, download, framesOf, pitchOf } from './recorded-audio.ts'

const caller = '+12025550150'
const speech = { audio: tone({ ms: 400, hz: 300 }), afterMs: 500 }

/** Answers a call with one document after the other, and serves files. */
async function startVoicemail(steps: PhoneStep[], ...documents: string[]) {
  await using opened = new AsyncDisposableStack()
  const sandbox = opened.use(await startTestSandbox())
  const files = opened.use(await serveFiles())
  const { url } = sandbox.receiver
  const remaining = documents.map(
    (document) =>
      `<Response>${document.replaceAll('FILES', files.url).replaceAll('PRIVATE', `${files.url.replace('//', '//ann:p%40ss%E2%82%AC@')}/private`)}</Response>`,
  )
  sandbox.receiver.respondWith(({ path }) =>
    path.startsWith('/status') ? { status: 204 } : xml(remaining.shift() ?? '<Response/>'),
  )
  const { control } = sandbox.carrier
  control.addNumber({ phoneNumber: smsSender, voiceUrl: `${url}/voice` })
  const { sid } = control.call({ from: caller, to: smsSender, behaviour: { steps } })
  const stack = opened.move()
  return {
    ...{ sandbox, control, sid },
    posted: (path: string) => sandbox.receiver.received.filter((webhook) => webhook.path === path),
    async untilOver() {
      const call = await untilOver(sandbox, sid)
      await control.settled()
      return call
    },
    heard: () => control.audio(sid)!.heard,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function serveFiles() {
  const wav = encodeWav([tone({ ms: 300, hz: 600 })])
  const files: Record<string, [type: string, body: Buffer]> = {
    '/welcome.wav': ['audio/x-wav', wav],
    '/raw': ['audio/ulaw', Buffer.from(tone({ ms: 300, hz: 600 }))],
    '/song.mp3': ['audio/mpeg', Buffer.from('ID3')],
    '/page': ['text/html', Buffer.from('<p>Hello</p>')],
    '/broken.wav': ['audio/wav', Buffer.from('RIFF....WAVE')],
    '/large.wav': ['audio/wav', Buffer.alloc(2 ** 24 + 1)],
  }
  const server = createServer(({ url = '', headers }, response) => {
    const [type, body] = files[url.replace('/private', '')] ?? []
    const isPrivate =
      url.startsWith('/private') && headers.authorization !== `Basic ${Buffer.from('ann:p@ss€').toString('base64')}`
    response.writeHead(isPrivate ? 401 : body ? 200 : 404, type ? { 'content-type': type } : {}).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const codesOf = ({ carrier }: TestSandbox) => carrier.alarms.map(({ code }) => code)

describe('<Record>', { concurrency: true }, () => {
  test('records a message after the greeting and a beep, and the message can be played back', async () => {
    await using call = await startVoicemail(
      [
        { audio: speech.audio, pauseMs: 300 },
        { press: '5#', afterMs: 200 },
      ],
      '<Play>FILES/welcome.wav</Play><Record action="/done" finishOnKey="#" recordingStatusCallback="/status"/>',
      '<Hangup/>',
    )
    const { captions } = await call.untilOver()
    const [done] = call.posted('/done')
    const { RecordingUrl, RecordingDuration, RecordingSid, Digits } = done!.form
    assert.deepEqual([done!.isSigned, RecordingDuration, Digits], [true, '1', '#'])
    const [recording] = await call.sandbox.client.recordings.list({ callSid: call.sid })
    assert.deepEqual(
      [recording!.sid, recording!.mediaUrl, recording!.source, recording!.channels, recording!.status],
      [RecordingSid, RecordingUrl, 'RecordVerb', 1, 'completed'],
    )
    const [message] = channelsOf(await download(call.sandbox, RecordingUrl!))
    assert.ok(Math.abs(framesOf(message!) - 20) <= 1 && Math.abs(pitchOf(message!) - 300) < 10)
    assert.deepEqual(
      [...call.posted('/status')].map(({ form }) => form['RecordingSid']),
      [RecordingSid],
    )
    // The greeting and the beep.
    assert.ok(Math.abs(framesOf(call.heard()) - 35) <= 1, `${framesOf(call.heard())} frames`)
    assert.deepEqual(
      captions.map(({ text }) => text),
      ['(plays welcome.wav)'],
    )
    call.sandbox.receiver.respondWith(() => xml(`<Response><Play>${RecordingUrl}</Play></Response>`))
    const { sid } = call.control.call({ from: caller, to: smsSender })
    await untilOver(call.sandbox, sid)
    assert.ok(Math.abs(pitchOf(call.control.audio(sid)!.heard) - 300) < 10)
  })

  test('ends after a silence, and requests the document again without an action', async () => {
    await using call = await startVoicemail([speech], '<Record timeout="1" playBeep="false"/>', '<Hangup/>')
    await call.untilOver()
    const [first, second] = call.posted('/voice')
    assert.deepEqual([first!.form['RecordingUrl'], second!.form['RecordingDuration']], [undefined, '1'])
    assert.equal('Digits' in second!.form, false)
    assert.equal(framesOf(call.heard()), 0)
  })

  test('ends at its maximum length', async () => {
    await using call = await startVoicemail(
      [{ audio: tone({ ms: 5_000, hz: 300 }), afterMs: 0 }],
      '<Record maxLength="1" playBeep="false" action="/done"/>',
      '<Hangup/>',
    )
    await call.untilOver()
    const [message] = channelsOf(await download(call.sandbox, call.posted('/done')[0]!.form['RecordingUrl']!))
    assert.ok(Math.abs(message!.length / 8 - 1_000) <= 40, `${message!.length / 8} ms`)
  })

  test('ends when the phone hangs up, and posts that', async () => {
    await using call = await startVoicemail(
      [
        { ...speech, afterMs: 200 },
        { hangUp: true, afterMs: 0 },
      ],
      '<Record playBeep="false" action="/done"/>',
    )
    await call.untilOver()
    await call.sandbox.receiver.count(2)
    const { form } = call.posted('/done')[0]!
    assert.deepEqual([form['Digits'], form['RecordingDuration'], form['CallStatus']], ['hangup', '1', 'completed'])
    assert.equal((await call.sandbox.client.recordings.list())[0]!.status, 'completed')
  })

  test('ends without a trace when the sandbox is reset', async () => {
    await using call = await startVoicemail([], '<Record playBeep="false" action="/done"/>')
    const { recordings } = call.sandbox.client
    await call.control.waitForCall(({ status }) => status === 'in-progress')
    assert.equal((await recordings.list()).length, 1)
    await call.control.reset()
    await call.control.settled()
    assert.deepEqual([await recordings.list(), call.posted('/done')], [[], []])
  })

  test('continues with the next verb if only silence was recorded', async () => {
    await using call = await startVoicemail(
      [],
      '<Record timeout="1" trim="do-not-trim" action="/done" recordingStatusCallback="/status" recordingStatusCallbackEvent="absent"/><Play digits="9"/>',
    )
    assert.equal((await call.untilOver()).keysHeard, '9')
    assert.equal(call.posted('/done').length, 0)
    assert.deepEqual(
      call.posted('/status').map(({ form }) => [form['RecordingStatus'], form['ErrorCode']]),
      [['absent', '16102']],
    )
  })
})

describe('<Play>', { concurrency: true }, () => {
  for (const [what, play, frames] of [
    ['a WAV file twice', '<Play loop="2">FILES/welcome.wav</Play>', 30],
    ['mu-law audio', '<Play>FILES/raw</Play>', 15],
    ['a file that needs the credentials of its URL', '<Play>PRIVATE/welcome.wav</Play>', 15],
  ] as const)
    test(`plays ${what}`, async () => {
      await using call = await startVoicemail([], play)
      await call.untilOver()
      assert.ok(Math.abs(framesOf(call.heard()) - frames) <= 1, `${framesOf(call.heard())} frames`)
      assert.ok(Math.abs(pitchOf(call.heard()) - 600) < 20)
      assert.deepEqual(codesOf(call.sandbox), [])
    })

  test('repeats a file with loop 0 until the phone hangs up', async () => {
    await using call = await startVoicemail(
      [{ hangUp: true, interruptAfterMs: 1_000 }],
      '<Play loop="0">FILES/welcome.wav</Play><Play digits="9"/>',
    )
    assert.equal((await call.untilOver()).keysHeard, '')
    assert.ok(framesOf(call.heard()) > 30, `${framesOf(call.heard())} frames`)
  })

  test('is a prompt of <Gather>, which a key interrupts', async () => {
    await using call = await startVoicemail(
      [{ press: '7', interruptAfterMs: 200 }],
      '<Gather numDigits="1" action="/keys"><Play loop="0">FILES/welcome.wav</Play></Gather>',
      '<Hangup/>',
    )
    await call.untilOver()
    assert.equal(call.posted('/keys')[0]!.form['Digits'], '7')
    assert.ok(framesOf(call.heard()) >= 5 && framesOf(call.heard()) < 30, `${framesOf(call.heard())} frames`)
  })

  for (const [what, file, code] of [
    ['is missing', '/nothing.wav', 11200],
    ['is larger than 16 MB', '/large.wav', 11200],
    ['is not audio', '/page', 12300],
    ['is not a WAV file', '/broken.wav', 12300],
  ] as const)
    test(`ends the call with an application error if the file ${what}`, async () => {
      await using call = await startVoicemail([], `<Play>FILES${file}</Play><Play digits="9"/>`)
      const { captions, keysHeard } = await call.untilOver()
      assert.match(captions[0]!.text, /application error/)
      assert.deepEqual([codesOf(call.sandbox), keysHeard], [[code], ''])
    })

  test('raises an alarm without the credentials of a URL that is not valid', async () => {
    await using call = await startVoicemail([], '<Play>http://ann:secret@127.0.0.1:99999/welcome.wav</Play>')
    await call.untilOver()
    assert.match(call.sandbox.carrier.alarms[0]!.text, /The URL http:\/\/127\.0\.0\.1:99999\/welcome\.wav is not valid/)
  })

  test('raises an alarm for a file that the sandbox cannot decode, and continues', async () => {
    await using call = await startVoicemail([], '<Play>FILES/song.mp3</Play><Play digits="9"/>')
    assert.equal((await call.untilOver()).keysHeard, '9')
    assert.deepEqual(codesOf(call.sandbox), [12300])
    assert.match(call.sandbox.carrier.alarms[0]!.text, /cannot decode audio\/mpeg/)
  })
})

test('<Say> ends when the TwiML of the call is replaced, which collects keys', async () => {
  await using sandbox = await startTestSandbox({}, { speak: async () => tone({ ms: 60_000 }) })
  const { client, carrier, receiver } = sandbox
  const { sid } = await client.calls.create({
    from: smsSender,
    to: caller,
    twiml: '<Response><Say>Hello.</Say></Response>',
  })
  const isSpeaking = () => framesOf(carrier.control.audio(sid)?.heard ?? new Uint8Array()) > 0
  await carrier.control.waitForCall((call) => call.sid === sid && isSpeaking())
  const gather = `<Gather numDigits="1" timeout="2" action="${receiver.url}/keys"/>`
  await client.calls(sid).update({ twiml: `<Response>${gather}</Response>` })
  carrier.control.press(sid, '7')
  await untilOver(sandbox, sid)
  assert.deepEqual(
    receiver.received.map(({ form }) => form['Digits']),
    ['7'],
  )
})
