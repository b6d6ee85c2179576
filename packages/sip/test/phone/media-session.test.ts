// Tests of the audio of one call whose handlers throw.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createMediaSession, type MediaEvents } from '../../src/phone/media-session.ts'
import { guarded } from '../../src/requests/attempt.ts'
import type { Source } from '../../src/rtp/latching.ts'
import { rtpPacket } from '../rtp/network-fixtures.ts'

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
