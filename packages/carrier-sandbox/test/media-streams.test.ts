// Tests of media streams over real WebSockets: messages, playback, marks, limits and many calls.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { type PhoneBehaviour, tone } from '../src/index.ts'
import { smsSender as from, startTestSandbox } from './harness.ts'
import { type MediaConnection, startMediaServer } from './media-server.ts'

const to = '+12025550150'

async function startCall({ after = '', parameters = '', phone }: Options = {}) {
  await using opened = new AsyncDisposableStack()
  const sandbox = opened.use(await startTestSandbox())
  const server = opened.use(await startMediaServer())
  const { control } = sandbox.carrier
  if (phone) control.behaveOnCalls(to, phone)
  const { sid } = await sandbox.client.calls.create({ from, to, twiml: server.twiml(after, parameters) })
  const stream = await server.connection(1)
  await stream.untilFrame(1)
  const stack = opened.move()
  return {
    ...{ sandbox, server, control, sid, stream },
    untilOver: () => control.waitForCall((one) => one.sid === sid && one.endedAtMs !== null),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

interface Options {
  after?: string
  parameters?: string
  phone?: PhoneBehaviour
}

/** The number of frames that the stream has sent when the mark returns. */
async function chunkAtMark(stream: MediaConnection, name: string): Promise<number> {
  await stream.until(({ mark }) => mark?.name === name)
  const at = stream.messages.findIndex(({ mark }) => mark?.name === name)
  return stream.messages.slice(0, at).filter(({ event }) => event === 'media').length
}

const isSilent = (audio: Uint8Array) => audio.every((code) => code === 0xff || code === 0x7f)

describe('a media stream', () => {
  test('is a signed WebSocket that sends connected, start, and media every 20 ms', async () => {
    await using call = await startCall({ parameters: '<Parameter name="token" value="a&amp;b"/>' })
    const { stream, sandbox, server, sid } = call
    const signature = createHmac('sha1', sandbox.carrier.authToken).update(server.url).digest('base64')
    assert.equal(stream.request.headers['x-twilio-signature'], signature)
    await stream.untilFrame(20)
    const [connected, start, ...media] = stream.messages
    assert.deepEqual(connected, { event: 'connected', protocol: 'Call', version: '1.0.0' })
    assert.deepEqual(start, {
      event: 'start',
      sequenceNumber: '1',
      streamSid: start!.streamSid,
      start: {
        accountSid: sandbox.carrier.accountSid,
        streamSid: start!.streamSid,
        callSid: sid,
        tracks: ['inbound'],
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
        customParameters: { token: 'a&b' },
      },
    })
    for (const [index, message] of media.entries()) {
      assert.equal(message.sequenceNumber, String(index + 2))
      const { payload, ...fields } = message.media
      assert.deepEqual(fields, { track: 'inbound', chunk: String(index + 1), timestamp: String(index * 20) })
      assert.equal(Buffer.from(payload, 'base64').length, 160)
    }
  })

  test('plays audio in real time and returns marks when the audio before them was played', async () => {
    await using call = await startCall()
    const { stream } = call
    const sentAt = stream.of('media').length
    stream.sendMark('empty')
    stream.sendAudio(tone({ ms: 500 }))
    stream.sendMark('first')
    stream.sendAudio(tone({ ms: 250 }).subarray(0, 1_993))
    stream.sendMark('second')
    const atEmpty = await chunkAtMark(stream, 'empty')
    const atFirst = await chunkAtMark(stream, 'first')
    const atSecond = await chunkAtMark(stream, 'second')
    assert.ok(atEmpty - sentAt <= 5, 'the mark without audio returns at once')
    const within = (frames: number, expected: number) => assert.ok(Math.abs(frames - expected) <= 2, `${frames} frames`)
    within(atFirst - atEmpty, 25)
    within(atSecond - atFirst, 12.5)
  })

  test('discards the waiting audio on clear, and returns its marks at once', async () => {
    await using call = await startCall()
    const { stream, control, sid } = call
    stream.sendAudio(tone({ ms: 5_000 }))
    stream.sendMark('one')
    stream.sendMark('two')
    const cleared = stream.of('media').length + 10
    await stream.untilFrame(cleared)
    stream.clear()
    const atTwo = await chunkAtMark(stream, 'two')
    assert.ok(atTwo - cleared <= 8, `${atTwo - cleared} frames after clear`)
    assert.deepEqual(
      stream.of('mark').map(({ mark }) => mark.name),
      ['one', 'two'],
    )
    await stream.untilFrame(atTwo + 10)
    const { heard } = control.audio(sid)!
    assert.ok(!isSilent(heard.subarray(0, -9 * 160)))
    assert.ok(isSilent(heard.subarray(-5 * 160)))
    stream.sendAudio(tone({ ms: 100 }))
    stream.sendMark('three')
    await stream.until(({ mark }) => mark?.name === 'three')
  })

  test('sends the keys that the phone presses', async () => {
    await using call = await startCall({ phone: { steps: [{ press: '1w#', afterMs: 100 }] } })
    const { stream } = call
    await stream.until(({ dtmf }) => dtmf?.digit === '#')
    assert.deepEqual(
      stream.of('dtmf').map(({ dtmf }) => dtmf),
      ['1', '#'].map((digit) => ({ track: 'inbound_track', digit })),
    )
  })

  test('stops when the phone hangs up', async () => {
    await using call = await startCall()
    call.control.hangUp(call.sid)
    const { stop } = await call.stream.until(({ event }) => event === 'stop')
    assert.deepEqual(stop, { accountSid: call.sandbox.carrier.accountSid, callSid: call.sid })
    assert.equal(await call.stream.closed, 1000)
    assert.equal((await call.untilOver()).status, 'completed')
  })

  test('stops when the call gets other TwiML', async () => {
    await using call = await startCall()
    await call.sandbox.client.calls(call.sid).update({ twiml: '<Response><Pause length="60"/></Response>' })
    await call.stream.until(({ event }) => event === 'stop')
    assert.equal(call.control.findCall(call.sid)!.status, 'in-progress')
  })

  test('is followed by the next verb when the application closes it', async () => {
    await using call = await startCall({ after: '<Play digits="12#"/><Hangup/>' })
    call.stream.close()
    const { status, keysHeard } = await call.untilOver()
    assert.deepEqual([status, keysHeard], ['completed', '12#'])
    assert.equal(call.stream.of('stop').length, 0)
  })

  for (const [what, code, data] of [
    ['text that is no JSON', 31951, 'hello'],
    ['a message without a stream', 31951, '{"event":"clear"}'],
    ['an unknown event', 31951, '{"event":"dance","streamSid":"SID"}'],
    ['audio that is no base64', 31951, '{"event":"media","streamSid":"SID","media":{"payload":"***"}}'],
    ['audio without a payload', 31951, '{"event":"media","streamSid":"SID","media":{}}'],
    // OpenAI's demonstration for Twilio sends this after each part of an answer.
    ['a mark without a name', 31951, '{"event":"mark","streamSid":"SID"}'],
    ['a binary message', 31950, Buffer.from('hello')],
  ] as const)
    test(`continues after ${what}, which it ignores with one alarm`, async () => {
      await using call = await startCall()
      const message = typeof data === 'string' ? data.replace('SID', call.stream.messages[1]!.streamSid) : data
      for (let time = 0; time < 1_000; time++) call.stream.sendRaw(message)
      call.stream.sendMark('heard')
      await call.stream.until(({ mark }) => mark?.name === 'heard')
      assert.deepEqual(
        call.sandbox.carrier.alarms.map((alarm) => alarm.code),
        [code],
      )
      assert.equal(call.stream.of('mark').length, 1)
      assert.equal(call.control.findCall(call.sid)!.status, 'in-progress')
    })

  test('is closed after a message of more than a megabyte', async () => {
    await using call = await startCall()
    call.stream.sendRaw(' '.repeat(2 ** 20 + 1))
    assert.equal(await call.stream.closed, 1009)
    assert.equal((await call.untilOver()).status, 'completed')
    assert.deepEqual(
      call.sandbox.carrier.alarms.map(({ code }) => code),
      [31921],
    )
  })

  test('discards what the application does not read, with an alarm', async () => {
    await using call = await startCall()
    const { body } = await fetch(`${call.sandbox.carrier.baseUrl}/sandbox/events`)
    call.stream.pause()
    const name = 'm'.repeat(500)
    for (let count = 0; count < 25_000; count++) call.stream.sendMark(name)
    for await (const _ of body!) if (call.sandbox.carrier.alarms.length > 0) break
    assert.deepEqual(
      call.sandbox.carrier.alarms.map(({ code }) => code),
      [31930],
    )
    assert.equal(call.control.findCall(call.sid)!.status, 'in-progress')
  })

  test('discards audio beyond ten minutes, with an alarm', async () => {
    await using call = await startCall()
    const minute = tone({ ms: 60_000 })
    for (let count = 0; count < 11; count++) call.stream.sendAudio(minute)
    call.stream.clear()
    call.stream.sendMark('end')
    await call.stream.until(({ mark }) => mark?.name === 'end')
    const codes = call.sandbox.carrier.alarms.map(({ code }) => code)
    assert.deepEqual(codes, [31931])
  })

  test('that cannot be opened raises an alarm, and the TwiML continues', async () => {
    await using sandbox = await startTestSandbox()
    const twiml = `<Response><Connect><Stream url="${sandbox.carrier.baseUrl.replace('http', 'ws')}/no"/></Connect><Play digits="9"/></Response>`
    const { sid } = await sandbox.client.calls.create({ from, to, twiml })
    const call = await sandbox.carrier.control.waitForCall((one) => one.sid === sid && one.endedAtMs !== null)
    assert.deepEqual([call.status, call.keysHeard], ['completed', '9'])
    assert.equal(sandbox.carrier.alarms[0]!.code, 31920)
  })
})

test('a recording contains the phone on the left and the application on the right', async () => {
  await using call = await startCall({ phone: { steps: [{ audio: tone({ ms: 400, hz: 300 }), afterMs: 0 }] } })
  const { stream, control, sid } = call
  stream.sendAudio(tone({ ms: 400, hz: 600 }))
  stream.sendMark('end')
  await stream.until(({ mark }) => mark?.name === 'end')
  await stream.untilFrame(stream.of('media').length + 5)
  const wav = control.recording(sid)!
  assert.deepEqual([wav.toString('latin1', 0, 4), wav.readUInt16LE(22), wav.readUInt32LE(24)], ['RIFF', 2, 8_000])
  const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length))
  const crossings = [0, 1].map((channel) => {
    let count = 0
    for (let at = channel + 2; at < samples.length; at += 2) if (samples[at]! > 0 && samples[at - 2]! <= 0) count++
    return count
  })
  assert.ok(Math.abs(crossings[0]! - 120) <= 3 && Math.abs(crossings[1]! - 240) <= 3, String(crossings))
})

test('a hundred calls share one clock', async () => {
  await using sandbox = await startTestSandbox()
  await using server = await startMediaServer()
  const count = 100
  for (let index = 0; index < count; index++)
    await sandbox.client.calls.create({ from, to: `+1202555${1_000 + index}`, twiml: server.twiml() })
  const last = await server.connection(count)
  await last.untilFrame(1)
  const before = server.connections.map((one) => one.of('media').length)
  await last.untilFrame(101)
  const received = server.connections.map((one, index) => one.of('media').length - before[index]!)
  assert.ok(
    received.every((frames) => Math.abs(frames - 100) <= 5),
    String(received),
  )
  for (const { messages } of server.connections)
    assert.ok(messages.slice(1).every(({ sequenceNumber }, index) => sequenceNumber === String(index + 1)))
})
