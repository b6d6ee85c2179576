// Tests of the audio of one call: holds, codecs, keys, and handlers that throw.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createMediaSession, type MediaEvents } from '../../src/phone/media-session.ts'
import { guarded } from '../../src/requests/attempt.ts'
import type { Source } from '../../src/rtp/latching.ts'
import { positionsOf, rtpPacket, speak } from '../rtp/network-fixtures.ts'

const remote = { address: '192.0.2.2', port: 4_000 }
const offer = (direction: string) =>
  Buffer.from(
    `v=0\r\no=- 1 1 IN IP4 192.0.2.2\r\ns=-\r\nc=IN IP4 192.0.2.2\r\nt=0 0\r\nm=audio 4000 RTP/AVP 0 101\r\na=rtpmap:101 telephone-event/8000\r\na=${direction}\r\n`,
  )

/** A session on a port in memory, whose time passes by its ticks. */
function openSession(events: MediaEvents) {
  const failures: string[] = []
  const failed = (error: unknown) => void failures.push((error as Error).message)
  const sent: Uint8Array[] = []
  let [nowMs, tick] = [0, () => {}]
  let receive: (bytes: Uint8Array, from: Source) => void = () => {}
  const rtp = {
    port: 20_000,
    send: (bytes: Uint8Array, length: number) => void sent.push(bytes.slice(0, length)),
    listen(listener: typeof receive) {
      receive = listener
    },
    close: () => {},
  }
  const session = createMediaSession({
    ...{ ports: { rtp, rtcp: undefined, close: () => {} }, address: '192.0.2.1', isOwn: undefined },
    ...{ policy: {}, events: guarded(events, failed), now: () => nowMs },
    onTick(run) {
      tick = run
      return () => {}
    },
    failed,
  })
  return {
    ...{ session, failures, sent },
    receive: (bytes: Uint8Array) => receive(bytes, remote),
    runTicks(count: number) {
      for (let index = 0; index < count; index++, nowMs += 20) tick()
    },
  }
}

const throwing = (name: string) => () => {
  throw new Error(name)
}

it('an error of each handler is reported, and the audio of the call continues', () => {
  const { session, failures, sent, receive, runTicks } = openSession({
    frame: throwing('frame'),
    nextFrame: throwing('nextFrame'),
    key: throwing('key'),
    held: throwing('held'),
    silent: throwing('silent'),
  })
  assert.ok('body' in session.answer(offer('sendonly')))
  assert.deepEqual(failures.splice(0), ['held'])
  assert.ok('body' in session.answer(offer('sendrecv')))
  assert.deepEqual(failures.splice(0), ['held'])
  runTicks(2)
  assert.deepEqual(failures.splice(0), ['nextFrame', 'frame', 'nextFrame', 'frame'])
  assert.equal(sent.length, 2)
  session.keyByInfo('1')
  receive(rtpPacket(Uint8Array.of(2, 0, 0, 160), { payloadType: 101, sequence: 1, timestamp: 0 }))
  assert.deepEqual(failures.splice(0), ['key', 'key'])
  runTicks(3_100)
  assert.equal(failures.filter((name) => name === 'silent').length, 1)
})

it('a frame of a wrong length is reported, and does not end the ticks of others', () => {
  const { session, failures, runTicks } = openSession({ nextFrame: () => new Uint8Array(2_000) })
  session.answer(offer('sendrecv'))
  runTicks(1)
  assert.equal(failures.length, 1)
})

const textOf = (reply: object): string => ('body' in reply ? Buffer.from(reply.body as Uint8Array).toString() : '')
const isRtp = (bytes: Uint8Array) => bytes[1]! < 192 || bytes[1]! > 223

it('a hold is answered with recvonly: its music is heard, nothing is sent, and the agent with lower numbers is heard', () => {
  const heard: Uint8Array[] = []
  const holds: boolean[] = []
  const frame = (mulaw: Uint8Array) => void heard.push(mulaw.slice())
  const { session, sent, receive, runTicks } = openSession({ frame, held: (isHeld) => holds.push(isHeld) })
  const play = (packets: ReturnType<typeof speak>) => {
    const [frames, count] = [heard.length, sent.length]
    for (const { bytes } of packets) {
      receive(bytes)
      runTicks(1)
    }
    return { positions: positionsOf(heard.slice(frames), 60_000), sent: sent.slice(count).filter(isRtp).length }
  }
  assert.match(textOf(session.answer(offer('sendrecv'))), /a=sendrecv\r\n$/)
  assert.equal(play(speak({ packets: 20, sequence: 40_000 })).sent, 20)
  assert.match(textOf(session.answer(offer('sendonly'))), /a=recvonly\r\n$/)
  const music = play(speak({ packets: 200, sequence: 40_020, timestamp: 3_200, ssrc: 1 }))
  assert.equal(music.sent, 0)
  assert.ok(music.positions.filter((position) => position !== undefined).length >= 197)
  assert.match(textOf(session.answer(offer('sendrecv'))), /a=sendrecv\r\n$/)
  for (const ssrc of [1, 2]) {
    const agent = play(speak({ packets: 50, sequence: 3, timestamp: 77, ssrc }))
    assert.equal(agent.sent, 50)
    assert.ok(agent.positions.slice(0, 5).includes(0), `SSRC ${ssrc}`)
    assert.ok(agent.positions.filter((position) => position !== undefined).length >= 47)
  }
  assert.deepEqual(holds, [true, false])
})

it('only the codec of the answer is sent, also after early audio with another one', () => {
  const { session, sent, runTicks } = openSession({})
  const answerOf = (format: number) => Buffer.from(offer('sendrecv').toString().replace('AVP 0 101', `AVP ${format}`))
  const types = () =>
    new Set(
      sent
        .splice(0)
        .filter(isRtp)
        .map((bytes) => bytes[1]! & 0x7f),
    )
  assert.match(Buffer.from(session.offer()).toString(), /m=audio \d+ RTP\/AVP 8 0 9 101\r\n/)
  for (const format of [8, 0]) {
    assert.equal(session.takeAnswer(answerOf(format)), undefined)
    runTicks(50)
    assert.deepEqual(types(), new Set([format]))
  }
})

it('keys with payload type 96, one sequence number and a gap of 1.3 s count once each, and once with an INFO of the same key', () => {
  const keys: string[] = []
  const { session, receive, runTicks } = openSession({ key: (key) => keys.push(key) })
  const text = offer('sendrecv').toString().replaceAll('101', '96')
  assert.match(textOf(session.answer(Buffer.from(text))), /a=rtpmap:96 telephone-event\/8000/)
  const send = (code: number, timestamp: number, flags: number, duration: number) =>
    receive(rtpPacket(Uint8Array.of(code, flags, duration >> 8, duration), { payloadType: 96, sequence: 7, timestamp }))
  for (const [code, timestamp] of [
    [5, 1_000],
    [5, 30_000],
    [10, 60_000],
  ] as const) {
    send(code, timestamp, 10, 160)
    if (code === 10) session.keyByInfo('*')
    runTicks(65)
    for (let end = 0; end < 3; end++) send(code, timestamp, 0x8a, 10_560)
    runTicks(65)
  }
  assert.deepEqual(keys, ['5', '5', '*'])
})
