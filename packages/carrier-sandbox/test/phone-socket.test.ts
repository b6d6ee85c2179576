// Tests of the phone in the browser: its WebSocket, its page, and the conversion of its audio.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { WebSocket } from 'ws'
import { tone } from '../src/index.ts'
import { request, smsSender, startTestSandbox, type TestSandbox, xml } from './harness.ts'
import { startMediaServer } from './media-server.ts'

const phone = '+12025550170'

interface State {
  event: string
  message?: string
  numbers: { number: string; rejected: boolean }[]
  call: { status: string; can_answer: boolean; captions: { text: string }[]; has_recording: boolean } | null
}

function openSocket({ carrier }: TestSandbox, number = phone, headers: Record<string, string> = {}) {
  const url = `${carrier.baseUrl.replace('http', 'ws')}/sandbox/phone/socket?number=${encodeURIComponent(number)}`
  const socket = new WebSocket(url, { headers })
  const states: State[] = []
  const frames: Buffer[] = []
  let check = () => {}
  socket.on('error', () => {})
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) frames.push(data)
    else states.push(JSON.parse(data.toString()) as State)
    check()
  })
  return {
    socket,
    frames,
    send: (message: object) => socket.send(JSON.stringify(message)),
    /** Resolves when the latest state or the frames match. */
    until: (matches: (state: State, frames: Buffer[]) => boolean): Promise<State> =>
      new Promise((resolve) => {
        check = () => {
          const last = states.at(-1)
          if (last && matches(last, frames)) resolve(last)
        }
        check()
      }),
    closed: new Promise<number>((resolve) => socket.once('close', resolve)),
  }
}

async function withMedia(sandbox: TestSandbox) {
  const server = await startMediaServer()
  sandbox.receiver.respondWith(() => xml(server.twiml()))
  sandbox.carrier.control.addNumber({ phoneNumber: smsSender, voiceUrl: `${sandbox.receiver.url}/voice` })
  return server
}

describe('the phone in the browser', () => {
  test('calls a number, exchanges audio and keys with the application, speaks typed text and is recorded', async () => {
    await using sandbox = await startTestSandbox({}, { speak: async () => tone({ ms: 200, hz: 1_000 }) })
    await using server = await withMedia(sandbox)
    const { socket, send, until, closed } = openSocket(sandbox)
    const { numbers } = await until(({ event }) => event === 'state')
    assert.deepEqual(numbers, [{ number: smsSender, name: null, rejected: false }])
    send({ event: 'dial', to: smsSender })
    await until(({ call }) => call?.status === 'in-progress')
    const stream = await server.connection(1)
    const frame = Buffer.alloc(160, 0x12)
    for (let count = 0; count < 5; count++) socket.send(frame)
    await stream.until(({ media }) => media?.payload === frame.toString('base64'))
    send({ event: 'keys', keys: '7' })
    await stream.until(({ dtmf }) => dtmf?.digit === '7')
    stream.sendAudio(Buffer.alloc(160, 0x34))
    await until((_, frames) => frames.some((one) => one.equals(Buffer.alloc(160, 0x34))))
    send({ event: 'say', text: 'Good morning' })
    await until(({ call }) => call?.captions[0]?.text === 'Good morning')
    const others = [frame, Buffer.alloc(160, 0xff)].map((one) => one.toString('base64'))
    await stream.until(({ media }) => media !== undefined && !others.includes(media.payload))
    send({ event: 'dial', to: smsSender })
    assert.equal((await until(({ event }) => event === 'error')).message, 'The phone is on a call.')
    send({ event: 'hang-up' })
    await until(({ call }) => call?.status === 'completed' && call.has_recording)
    socket.close()
    await closed
  })

  test('rings when it is called, is busy during the call, and ends the call when its socket closes', async () => {
    await using sandbox = await startTestSandbox()
    await using server = await startMediaServer()
    const { carrier, client } = sandbox
    const { socket, send, until, closed } = openSocket(sandbox)
    await until(({ event }) => event === 'state')
    const outgoing = { from: smsSender, to: phone, twiml: server.twiml() }
    const { sid } = await client.calls.create(outgoing)
    await until(({ call }) => call?.can_answer === true)
    send({ event: 'answer' })
    await until(({ call }) => call?.status === 'in-progress')
    const other = await client.calls.create(outgoing)
    await carrier.control.waitForCall((call) => call.sid === other.sid && call.status === 'busy')
    socket.close()
    await closed
    await carrier.control.waitForCall((call) => call.sid === sid && call.status === 'completed')
  })

  test('a number is open in one tab, and pages of other sites and invalid messages are refused', async () => {
    await using sandbox = await startTestSandbox()
    const first = openSocket(sandbox)
    await first.until(({ event }) => event === 'state')
    assert.equal(await openSocket(sandbox).closed, 4_409)
    assert.equal(await openSocket(sandbox, smsSender).closed, 1_008)
    const foreign = openSocket(sandbox, phone, { origin: 'http://example.com' })
    assert.equal(await foreign.closed, 1_006)
    assert.equal(first.socket.readyState, WebSocket.OPEN)
    first.socket.send('not JSON')
    assert.equal(await first.closed, 1_008)
    const second = openSocket(sandbox)
    await second.until(({ event }) => event === 'state')
    for (let count = 0; count < 1_000; count++) second.socket.send(Buffer.alloc(160))
    assert.equal(await second.closed, 1_008)
  })

  test('the page and its modules are served with a content security policy', async () => {
    await using sandbox = await startTestSandbox()
    const get = (path: string) => request('GET', `${sandbox.carrier.baseUrl}/sandbox/phone${path}`)
    const page = await get('')
    assert.match(page.headers.get('content-security-policy')!, /default-src 'none'; script-src 'self'/)
    for (const name of ['phone.js', 'telephone-audio.js', 'telephone-worklet.js', 'resampler.js']) {
      const { status, headers } = await get(`/${name}`)
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/javascript; charset=utf-8'])
    }
    assert.equal((await get('/package.json')).status, 404)
  })
})

describe('the audio of the browser', () => {
  const load = (name: string) => import(new URL(`../browser/${name}`, import.meta.url).href)

  test('resampling keeps the loudness of telephone tones and removes those that telephones cannot carry', async () => {
    const { createResampler } = await load('resampler.js')
    for (const rate of [48_000, 44_100, 16_000]) {
      const levelOf = (hz: number, from: number, to: number): number => {
        const resample = createResampler(from, to)
        const samples = Float32Array.from({ length: from }, (_, index) => Math.sin((2 * Math.PI * hz * index) / from))
        const output: number[] = []
        for (let at = 0; at < samples.length; at += 128) output.push(...resample(samples.subarray(at, at + 128)))
        assert.ok(Math.abs(output.length - to) < 100, `${output.length} samples`)
        const middle = output.slice(200, -200)
        return Math.sqrt((2 * middle.reduce((sum, sample) => sum + sample * sample, 0)) / middle.length)
      }
      for (const hz of [300, 1_000, 3_000]) {
        assert.ok(Math.abs(levelOf(hz, rate, 8_000) - 1) < 0.02, `${hz} Hz from ${rate} Hz`)
        assert.ok(Math.abs(levelOf(hz, 8_000, rate) - 1) < 0.02, `${hz} Hz to ${rate} Hz`)
      }
      assert.ok(levelOf(5_000, rate, 8_000) < 0.02)
    }
  })

  test('mu-law survives the conversion to samples and back', async () => {
    const { decodeMuLaw, encodeMuLaw } = await load('mu-law.js')
    // 0x7f is the negative zero, which becomes 0xff.
    const codes = Uint8Array.from({ length: 256 }, (_, code) => (code === 0x7f ? 0xff : code))
    assert.deepEqual(encodeMuLaw(decodeMuLaw(codes)), codes)
  })

  test('the playback queue waits, reports marks when they are reached, clears, and limits its delay', async () => {
    const { createPlaybackQueue } = await load('playback-queue.js')
    const marks: string[] = []
    const create = (options = {}) =>
      createPlaybackQueue({ targetMs: 40, onMark: (name: string) => marks.push(name), ...options })
    const frame = (code: number) => new Uint8Array(160).fill(code)
    const into = new Uint8Array(160)
    const taken = (queue: { take(into: Uint8Array): boolean }) => (queue.take(into) ? into[0] : 'silence')
    const queue = create()
    queue.add(frame(1))
    assert.equal(taken(queue), 'silence')
    queue.add(frame(2))
    queue.mark('end')
    assert.deepEqual([taken(queue), marks.length, taken(queue), marks], [1, 0, 2, ['end']])
    assert.equal(taken(queue), 'silence')
    queue.add(frame(3))
    queue.mark('cleared')
    queue.clear()
    assert.deepEqual([marks.at(-1), taken(queue)], ['cleared', 'silence'])
    const short = create()
    short.add(frame(4))
    assert.deepEqual([taken(short), taken(short), taken(short)], ['silence', 'silence', 4])
    const live = create({ maxMs: 100 })
    for (let code = 1; code <= 6; code++) live.add(frame(code))
    assert.deepEqual([taken(live), taken(live), taken(live)], [5, 6, 'silence'])
  })
})
