// Tests of virtual phones on calls: what they say and when, voicemail, interruptions, keys and echo.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type PhoneBehaviour, phoneBehaviours, type SandboxCarrierOptions, tone } from '../src/index.ts'
import { smsSender as from, startTestSandbox } from './harness.ts'
import { type MediaConnection, startMediaServer } from './media-server.ts'

const to = '+12025550150'
const line = tone({ ms: 300 })

async function startCall(phone: PhoneBehaviour, options: SandboxCarrierOptions = {}, fields: object = {}) {
  await using opened = new AsyncDisposableStack()
  const sandbox = opened.use(await startTestSandbox({}, options))
  const server = opened.use(await startMediaServer())
  const { control } = sandbox.carrier
  control.behaveOnCalls(to, phone)
  const { sid } = await sandbox.client.calls.create({ from, to, twiml: server.twiml(), ...fields })
  const stream = await server.connection(1)
  await stream.untilFrame(1)
  const stack = opened.move()
  return {
    ...{ sandbox, server, control, sid, stream },
    untilOver: () => control.waitForCall((one) => one.sid === sid && one.endedAtMs !== null),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const isLoud = (frame: Uint8Array) => frame.some((code) => code !== 0xff && code !== 0x7f)
const chunkOf = ({ media }: { media: { chunk: string } }) => Number(media.chunk)
const loudAfter = (chunk: number) => (message: { event: string; media: { chunk: string; payload: string } }) =>
  message.event === 'media' && chunkOf(message) > chunk && isLoud(Buffer.from(message.media.payload, 'base64'))
const quietAfter = (chunk: number) => (message: { event: string; media: { chunk: string; payload: string } }) =>
  message.event === 'media' && chunkOf(message) > chunk && !isLoud(Buffer.from(message.media.payload, 'base64'))

/** Plays a tone and returns the number of frames at its end. */
async function answerWith(stream: MediaConnection, ms: number, name: string): Promise<number> {
  stream.sendAudio(tone({ ms }))
  stream.sendMark(name)
  return framesBefore(stream, name)
}

/** The number of frames before the mark, whenever the test reads it. */
async function framesBefore(stream: MediaConnection, name: string): Promise<number> {
  const mark = await stream.until((message) => message.mark?.name === name)
  return stream.messages.slice(0, stream.messages.indexOf(mark)).filter(({ event }) => event === 'media').length
}

/** A step at this time since the answer is heard, because the stream is connected by then on a busy machine, too. */
const connectedMs = 1_000

describe('a virtual phone', () => {
  test('speaks its next line when the other side has paused for 700 ms', async () => {
    await using call = await startCall({
      steps: [
        { audio: line, afterMs: connectedMs, say: 'One' },
        { audio: line, say: 'Two' },
        { hangUp: true, afterMs: 100 },
      ],
    })
    const { stream } = call
    const first = chunkOf(await stream.until(loudAfter(0)))
    const firstEnd = chunkOf(await stream.until(quietAfter(first)))
    assert.ok(Math.abs(firstEnd - first - 15) <= 1, `${firstEnd - first} frames`)
    const answered = await answerWith(stream, 600, 'answer')
    const second = chunkOf(await stream.until(loudAfter(answered)))
    assert.ok(second - answered >= 33 && second - answered <= 40, `${second - answered} frames`)
    const { captions } = await call.untilOver()
    assert.deepEqual(
      captions.map(({ speaker, text }) => [speaker, text]),
      [
        ['phone', 'One'],
        ['phone', 'Two'],
      ],
    )
  })

  test('does not take a short pause for the end', async () => {
    await using call = await startCall({ steps: [{ audio: line }] })
    const { stream } = call
    await answerWith(stream, 300, 'a')
    stream.sendAudio(new Uint8Array(3_200).fill(0xff))
    const end = await answerWith(stream, 300, 'b')
    const spoken = chunkOf(await stream.until(loudAfter(0)))
    assert.ok(spoken - end >= 33, `${spoken - end} frames after the end`)
  })

  test('speaks texts with the given function, and shows what the recogniser hears', async () => {
    const spoken: string[] = []
    await using call = await startCall(
      { steps: [{ say: 'Good morning', afterMs: connectedMs }] },
      {
        speak: async (text) => {
          spoken.push(text)
          return line
        },
        recognise: async (audio) => `heard ${audio.some((code) => code !== 0xff)}`,
      },
    )
    await call.stream.until(loudAfter(0))
    await answerWith(call.stream, 400, 'answer')
    const { captions } = await call.control.waitForCall((one) => one.captions.length === 2)
    assert.deepEqual(spoken, ['Good morning'])
    assert.deepEqual(
      captions.map(({ speaker, text }) => [speaker, text]),
      [
        ['phone', 'Good morning'],
        ['application', 'heard true'],
      ],
    )
  })

  test('interrupts after the given time', async () => {
    await using call = await startCall({ steps: [{ audio: line, interruptAfterMs: 400 }] })
    const { stream } = call
    stream.sendMark('start')
    stream.sendAudio(tone({ ms: 3_000 }))
    const started = await framesBefore(stream, 'start')
    const interrupted = chunkOf(await stream.until(loudAfter(started)))
    assert.ok(Math.abs(interrupted - started - 21) <= 4, `${interrupted - started} frames`)
  })

  test('returns an echo 20 dB lower', async () => {
    await using call = await startCall({ echo: true })
    const { stream, control, sid } = call
    await answerWith(stream, 200, 'end')
    await stream.untilFrame(stream.of('media').length + 5)
    const { said, heard } = control.audio(sid)!
    const peak = (audio: Uint8Array) => Math.max(...audio.map((code) => 0x7f - (code & 0x7f)))
    assert.ok(peak(said) > 0 && peak(said) < peak(heard))
    assert.deepEqual([...said].findIndex(isSound), [...heard].findIndex(isSound))
  })

  test('hangs up after the given time', async () => {
    await using call = await startCall({ steps: [{ hangUp: true, afterMs: connectedMs }] })
    const { status, sipCode } = await call.untilOver()
    assert.deepEqual([status, sipCode], ['completed', 200])
    // The first frames come before the stream is connected.
    const frames = call.control.audio(call.sid)!.said.length / 160
    const messages = call.stream.of('media').length
    assert.ok(
      frames >= 49 && frames <= 51 && messages > 0 && messages <= frames,
      `${frames} frames, ${messages} messages`,
    )
  })

  test('rings until its user answers, speaks, presses keys and hangs up', async () => {
    await using sandbox = await startTestSandbox()
    await using server = await startMediaServer()
    const { control } = sandbox.carrier
    control.behaveOnCalls(to, { pickUp: 'manual' })
    const { sid } = await sandbox.client.calls.create({ from, to, twiml: server.twiml() })
    await control.waitForCall(({ status }) => status === 'ringing')
    control.answer(sid)
    const stream = await server.connection(1)
    await stream.untilFrame(1)
    control.say(sid, { audio: line })
    await stream.until(loudAfter(0))
    control.press(sid, '5')
    await stream.until(({ dtmf }) => dtmf?.digit === '5')
    control.hangUp(sid)
    await control.waitForCall(({ status }) => status === 'completed')
  })
})

describe('machine detection', () => {
  const detection = (sandbox: { receiver: { url: string } }, mode: string) => ({
    machineDetection: mode,
    asyncAmd: 'true',
    asyncAmdStatusCallback: `${sandbox.receiver.url}/amd`,
  })

  async function detect(phone: PhoneBehaviour, mode: string) {
    await using sandbox = await startTestSandbox()
    await using server = await startMediaServer()
    sandbox.carrier.control.behaveOnCalls(to, phone)
    await sandbox.client.calls.create({ from, to, twiml: server.twiml(), ...detection(sandbox, mode) })
    const [result] = await sandbox.receiver.count(1)
    assert.deepEqual([result!.path, result!.isSigned], ['/amd', true])
    assert.match(result!.form['MachineDetectionDuration']!, /^\d+$/)
    const frames = server.connections[0]?.of('media').length ?? 0
    return [result!.form['AnsweredBy'], frames] as const
  }

  test('reports a human at once', async () => {
    assert.equal((await detect({}, 'DetectMessageEnd'))[0], 'human')
  })

  test('reports a voicemail after its beep', async () => {
    const voicemail: PhoneBehaviour = {
      answeredBy: 'machine',
      steps: [
        { audio: line, afterMs: connectedMs },
        { beep: true, afterMs: 100 },
      ],
    }
    const [result, frames] = await detect(voicemail, 'DetectMessageEnd')
    assert.equal(result, 'machine_end_beep')
    assert.ok(frames >= 35, `${frames} frames`)
    assert.equal((await detect(voicemail, 'Enable'))[0], 'machine_start')
  })

  test('delays the TwiML if it is synchronous', async () => {
    await using sandbox = await startTestSandbox()
    sandbox.receiver.respondWith(() => ({ type: 'text/xml', body: '<Response/>' }))
    sandbox.carrier.control.behaveOnCalls(to, { answeredBy: 'fax' })
    const url = `${sandbox.receiver.url}/voice`
    await sandbox.client.calls.create({ from, to, url, machineDetection: 'Enable' })
    const [request] = await sandbox.receiver.count(1)
    assert.equal(request!.form['AnsweredBy'], 'fax')
  })
})

test('the well-known numbers have the behaviour that they describe', async () => {
  await using sandbox = await startTestSandbox()
  const expected = { busy: 'busy', reject: 'busy', 'not-in-service': 'failed' } as const
  const callable = Object.entries(phoneBehaviours).filter(([, { pickUp }]) => pickUp !== undefined)
  for (const [number, { pickUp }] of callable) {
    const { sid } = await sandbox.client.calls.create({ from, to: number, twiml: '<Response/>' })
    const status = expected[pickUp as keyof typeof expected] ?? 'ringing'
    await sandbox.carrier.control.waitForCall((one) => one.sid === sid && one.status === status)
  }
  assert.equal(callable.length, 5)
})

const isSound = (code: number) => code !== 0xff && code !== 0x7f
