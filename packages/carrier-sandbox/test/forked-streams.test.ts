// Tests of streams that only hear a call, as `<Start>` opens them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tone } from '../src/index.ts'
import { smsSender as from, startTestSandbox } from './harness.ts'
import { type MediaConnection, startMediaServer } from './media-server.ts'

const to = '+12025550150'

describe('a stream that only hears', { concurrency: true }, () => {
  const start = (url: string, attributes: string, inside = '') =>
    `<Start><Stream url="${url}" ${attributes}>${inside}</Stream></Start>`
  const tones = { phone: tone({ ms: 300, hz: 300 }), application: tone({ ms: 300, hz: 600 }) }
  const hasTone = (frames: Buffer[], sound: Uint8Array) =>
    Buffer.concat(frames).includes(Buffer.from(sound.subarray(160, 1_600)))

  async function startFork(verbs: (url: string, callbackUrl: string) => string, options: { streams: number }) {
    await using opened = new AsyncDisposableStack()
    const sandbox = opened.use(await startTestSandbox({}, { speak: async () => tones.application }))
    const server = opened.use(await startMediaServer())
    const { control } = sandbox.carrier
    control.behaveOnCalls(to, { steps: [{ audio: tones.phone, afterMs: 200 }] })
    const { sid } = await sandbox.client.calls.create({
      from,
      to,
      twiml: `<Response>${verbs(server.url, sandbox.receiver.url)}</Response>`,
    })
    const streams: MediaConnection[] = []
    for (let number = 1; number <= options.streams; number++) streams.push(await server.connection(number))
    const stack = opened.move()
    return {
      ...{ sandbox, streams, stream: streams[0]!, sid },
      untilOver: () => control.waitForCall((one) => one.sid === sid && one.endedAtMs !== null),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  }

  for (const [track, tracks] of [
    ['inbound_track', ['inbound']],
    ['outbound_track', ['outbound']],
    ['both_tracks', ['inbound', 'outbound']],
  ] as const)
    test(`hears the ${track} while the next verbs run, until the call ends`, async () => {
      const parameter = '<Parameter name="a" value="b"/>'
      await using call = await startFork(
        (url) => `${start(url, `track="${track}"`, parameter)}<Pause length="1"/><Say>Hello.</Say>`,
        { streams: 1 },
      )
      const { stream } = call
      await stream.until(({ event }) => event === 'stop')
      assert.equal(await stream.closed, 1000)
      assert.equal((await call.untilOver()).status, 'completed')
      const { start: started } = stream.of('start')[0]!
      assert.deepEqual([started.tracks, started.customParameters], [tracks, { a: 'b' }])
      const framesOf = (name: string) =>
        stream
          .of('media')
          .filter(({ media }) => media.track === name)
          .map(({ media }) => Buffer.from(media.payload, 'base64'))
      for (const [name, sound] of [
        ['inbound', tones.phone],
        ['outbound', tones.application],
      ] as const)
        assert.equal(
          hasTone(framesOf(name), sound),
          tracks.some((one) => one === name),
          name,
        )
      const chunks = stream.of('media').filter(({ media }) => media.track === tracks[0])
      assert.deepEqual(
        chunks.map(({ media }) => media.chunk),
        chunks.map((_, index) => String(index + 1)),
      )
      assert.deepEqual(call.sandbox.carrier.alarms, [])
    })

  test('reports its start and its end, and is stopped by its name', async () => {
    await using call = await startFork(
      (url, callbackUrl) => {
        const callback = `statusCallback="${callbackUrl}/stream" statusCallbackMethod="GET"`
        return `${start(url, `name="one" ${callback}`)}<Pause length="1"/><Stop><Stream name="one"/></Stop><Pause length="60"/>`
      },
      { streams: 1 },
    )
    await call.stream.until(({ event }) => event === 'stop')
    await call.stream.closed
    assert.equal(call.sandbox.carrier.control.findCall(call.sid)!.status, 'in-progress')
    const reports = await call.sandbox.receiver.count(2)
    const { streamSid } = call.stream.of('start')[0]!
    assert.deepEqual(
      reports.map(({ method, form: { Timestamp, ...form } }) => [method, Number.isNaN(Date.parse(Timestamp!)), form]),
      ['stream-started', 'stream-stopped'].map((StreamEvent) => [
        'GET',
        false,
        {
          AccountSid: call.sandbox.carrier.accountSid,
          CallSid: call.sid,
          StreamSid: streamSid,
          StreamName: 'one',
          StreamEvent,
        },
      ]),
    )
  })

  test('is one of at most four tracks of a call, and has a name of its own', async () => {
    await using call = await startFork(
      (url) =>
        `${start(url, 'track="both_tracks"')}${start(url, 'name="a"')}${start(url, 'name="a"')}${start(url, '')}` +
        `${start(url, '')}<Pause length="60"/>`,
      { streams: 3 },
    )
    await Promise.all(call.streams.map((stream) => stream.untilFrame(5)))
    assert.deepEqual(
      call.sandbox.carrier.alarms.map(({ code, text }) => [code, /name|at most 4/.exec(text)?.[0]]),
      [
        [31941, 'name'],
        [31941, 'at most 4'],
      ],
    )
  })

  test('sends no keys, ignores what the application sends, and continues under other TwiML', async () => {
    await using call = await startFork((url) => `${start(url, '')}<Pause length="60"/>`, { streams: 1 })
    const { stream, sid, sandbox } = call
    await stream.untilFrame(1)
    stream.sendAudio(tones.application)
    stream.sendMark('mine')
    sandbox.carrier.control.press(sid, '1')
    await sandbox.client.calls(sid).update({ twiml: '<Response><Play digits="5"/><Pause length="60"/></Response>' })
    await stream.untilFrame(stream.of('media').length + 20)
    assert.deepEqual([stream.of('mark'), stream.of('dtmf')], [[], []])
    assert.equal(sandbox.carrier.control.findCall(sid)!.keysHeard, '5')
    assert.equal(hasTone([Buffer.from(sandbox.carrier.control.audio(sid)!.heard)], tones.application), false)
    assert.deepEqual(
      sandbox.carrier.alarms.map(({ code }) => code),
      [31951],
    )
  })

  test('that cannot be opened raises an alarm, and reports the error', async () => {
    await using sandbox = await startTestSandbox()
    const { url } = sandbox.receiver
    const stream = start(`${url.replace('http', 'ws')}/no`, `statusCallback="${url}/stream"`)
    const twiml = `<Response>${stream}<Pause length="1"/></Response>`
    const { sid } = await sandbox.client.calls.create({ from, to, twiml })
    await sandbox.carrier.control.waitForCall((one) => one.sid === sid && one.endedAtMs !== null)
    const { form, isSigned } = sandbox.receiver.received.find(({ path }) => path === '/stream')!
    assert.deepEqual([form['StreamEvent'], isSigned], ['stream-error', true])
    assert.match(form['StreamError']!, /204/)
    assert.equal(sandbox.carrier.alarms[0]!.code, 31920)
  })
})
