// Tests of the time at which the customer hears an answer, which differs from the time at which it is sent.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { changeVolume } from '../../change-volume.ts'
import { startVirtualCall } from '../../virtual/virtual-call.ts'
import { createPlayout } from '../speaking/playout.ts'
import { createSegment, type Segment } from '../speaking/segment.ts'

const answer = 'We are open from nine to five.'

function ask(confirmationMs: number, silenceMs = 0) {
  const call = startVirtualCall({
    silenceMs,
    answer: () => ({ segments: [answer] }),
    confirmationMs,
    rules: { endpointing: { delayAfter: () => 300, learnPause() {} } },
  })
  call.wait(2_000)
  call.says('When do you open?')
  call.wait(5_000)
  const turn = call.engine.record.turns[0]!
  const sound = call.line.sounds.find(({ text }) => text === answer)!
  return { turn, heardMs: turn.heardMs!, playedMs: sound.fromMs - turn.atMs }
}

describe('an answer counts as heard', () => {
  it('when the carrier plays it, by the first mark that comes back', () => {
    const { turn, heardMs, playedMs } = ask(0)
    assert.ok(Math.abs(heardMs - playedMs) <= 20, `${heardMs} ms, played after ${playedMs} ms`)
    assert.ok(heardMs >= turn.firstAudioSentMs!)
  })

  it('later than it was sent if the carrier plays it later', () => {
    const early = ask(0)
    const late = ask(350)
    assert.equal(late.turn.firstAudioSentMs, early.turn.firstAudioSentMs)
    assert.equal(late.heardMs, early.heardMs + 350)
  })

  it('from its first sound, after the silence with which its audio begins', () => {
    const { heardMs, playedMs } = ask(0, 260)
    assert.ok(Math.abs(heardMs - playedMs) <= 20, `${heardMs} ms, played after ${playedMs} ms`)
    assert.equal(heardMs, ask(0).heardMs + 260)
  })

  it('when it was sent, on a line without marks on which nothing is playing', () => {
    const { turn, heardMs } = ask(Number.POSITIVE_INFINITY)
    assert.equal(heardMs, turn.firstAudioSentMs)
  })
})

const speechOf = (ms: number, id: number): Segment => {
  const segment = createSegment({ generation: 1, id, kind: 'answer', text: 'Hello.' })
  segment.addAudio(new Uint8Array(ms * 8))
  segment.complete()
  return segment
}

function startPlayout() {
  const state = { nowMs: 1_000, marks: [] as string[] }
  const line = { sendAudio() {}, sendMark: (name: string) => state.marks.push(name), clear() {} }
  return { state, playout: createPlayout({ line, now: () => state.nowMs, changeVolume }) }
}

it('a segment is expected after the audio that was sent before it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), (frames) => {
      const { state, playout } = startPlayout()
      playout.add(speechOf(frames * 20, 1))
      const segment = speechOf(400, 2)
      playout.add(segment)
      assert.deepEqual([segment.firstSentAtMs, segment.audibleAtMs], [1_000, 1_000 + frames * 20])
      const [first] = state.marks
      state.nowMs = 1_500
      playout.marked(first!)
      assert.equal(segment.audibleAtMs, 1_000 + frames * 20, 'the mark confirms only the audio before the segment')
      playout.marked(state.marks[1] ?? '')
      if (state.marks[1])
        assert.equal(segment.audibleAtMs, 1_500 - Number(state.marks[1].split(':')[1]) / 8 + frames * 20)
    }),
  )
})

it('a segment that is discarded before it is played was not heard', () => {
  const { state, playout } = startPlayout()
  playout.add(speechOf(100, 1))
  const segment = speechOf(400, 2)
  playout.add(segment)
  state.nowMs += 60
  playout.interrupt()
  assert.equal(segment.audibleAtMs, undefined)
})

it('a segment that is paused before it is played counts from the time at which it is played', () => {
  const { state, playout } = startPlayout()
  playout.add(speechOf(100, 1))
  const segment = speechOf(400, 2)
  playout.add(segment)
  state.nowMs += 60
  playout.pause()
  state.nowMs += 500
  playout.resume()
  assert.equal(segment.audibleAtMs, 1_560 + 40)
})

it('a segment whose audio stops after its beginning counts from its beginning', () => {
  const { state, playout } = startPlayout()
  const segment = createSegment({ generation: 1, id: 1, kind: 'answer', text: 'Hello.' })
  segment.addAudio(new Uint8Array(60 * 8))
  playout.add(segment)
  state.nowMs += 3_000
  segment.addAudio(new Uint8Array(400 * 8))
  segment.complete()
  playout.pump()
  const [first] = state.marks
  state.nowMs += Number(first!.split(':')[1]) / 8 - 60
  playout.marked(first!)
  assert.equal(segment.audibleAtMs, 1_000)
})
