// Tests of the measures of turn-taking, from who speaks when.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  measureInteraction,
  type Speech,
  type Tracks,
  type Utterance,
  type UtteranceKind,
} from './measure-interaction.ts'

const says = (fromMs: number, toMs: number, kind: UtteranceKind = 'speech'): Utterance => ({ fromMs, toMs, kind })
const speaks = (fromMs: number, toMs: number): Speech => ({ fromMs, toMs, isCut: false })
const stops = (fromMs: number, toMs: number): Speech => ({ fromMs, toMs, isCut: true })

const measure = (customer: Utterance[], assistant: Speech[], endMs = 60_000) =>
  measureInteraction({ customer, assistant, endMs })

describe('a response', () => {
  it('is measured from the end of the turn to the beginning of the answer', () => {
    const { turns, answered, responseMs } = measure([says(1_000, 2_000)], [speaks(2_800, 6_000)])
    assert.deepEqual([turns, answered, responseMs], [1, 1, 800])
  })

  it('follows the last part of a turn with a pause', () => {
    const { turns, responseMs } = measure([says(1_000, 2_000), says(3_000, 4_000)], [speaks(5_000, 6_000)])
    assert.deepEqual([turns, responseMs], [1, 1_000])
  })

  it('is missing if the customer has to speak again', () => {
    const { turns, answered } = measure([says(1_000, 2_000), says(7_000, 8_000)], [speaks(9_000, 10_000)])
    assert.deepEqual([turns, answered], [2, 1])
  })

  it('is missing if nothing follows, but not if the customer hangs up at once', () => {
    assert.equal(measure([says(1_000, 2_000)], [], 20_000).turns, 1)
    assert.equal(measure([says(1_000, 2_000)], [], 3_000).turns, 0)
  })
})

describe('an interruption', () => {
  it('ends with the silence of the assistant', () => {
    const { interruptions, yielded, yieldMs } = measure([says(2_000, 4_000)], [stops(1_000, 2_400)])
    assert.deepEqual([interruptions, yielded, yieldMs], [1, 1, 400])
  })

  it('is ignored if the assistant continues for more than two seconds', () => {
    const { interruptions, yielded } = measure([says(2_000, 4_000)], [speaks(1_000, 9_000)])
    assert.deepEqual([interruptions, yielded], [1, 0])
  })

  it('does not count if the assistant had finished, or if the call ended', () => {
    assert.equal(measure([says(2_000, 4_000)], [speaks(1_000, 2_400)]).interruptions, 0)
    assert.equal(measure([says(2_000, 2_400)], [stops(1_000, 2_400)], 2_400).interruptions, 0)
  })
})

it('counts the answers that begin while the customer speaks', () => {
  assert.equal(measure([says(1_000, 5_000)], [stops(2_000, 3_000)]).cutIns, 1)
  assert.equal(measure([says(1_000, 5_000)], [speaks(5_200, 7_000)]).cutIns, 0)
})

describe('a backchannel', () => {
  it('is ignored if the assistant continues speaking', () => {
    const { backchannels, backchannelsIgnored, interruptions } = measure(
      [says(2_000, 2_400, 'backchannel')],
      [speaks(1_000, 9_000)],
    )
    assert.deepEqual([backchannels, backchannelsIgnored, interruptions], [1, 1, 0])
  })

  it('is not ignored if the assistant stops within a second, although it continues later', () => {
    const { backchannels, backchannelsIgnored } = measure(
      [says(2_000, 2_400, 'backchannel')],
      [stops(1_000, 2_200), speaks(3_000, 9_000)],
    )
    assert.deepEqual([backchannels, backchannelsIgnored], [1, 0])
  })
})

describe('a sound', () => {
  it('in silence is ignored if the assistant stays silent', () => {
    const before = speaks(1_000, 2_000)
    assert.equal(measure([says(4_000, 4_600, 'sound')], [before]).soundsIgnored, 1)
    const { sounds, soundsIgnored } = measure([says(4_000, 4_600, 'sound')], [before, speaks(5_400, 7_000)])
    assert.deepEqual([sounds, soundsIgnored], [1, 0])
  })

  it('does not count while the customer waits for an answer', () => {
    const { sounds, answered } = measure([says(1_000, 2_000), says(2_400, 2_800, 'sound')], [speaks(3_000, 5_000)])
    assert.deepEqual([sounds, answered], [0, 1])
  })
})

it('never counts more successes than events, and no negative times', () => {
  const spans = fc.array(fc.tuple(fc.nat(3_000), fc.nat(3_000)), { maxLength: 30 }).map((pairs) => {
    let atMs = 0
    return pairs.map(([gapMs, durationMs]) => {
      const fromMs = atMs + gapMs
      atMs = fromMs + durationMs
      return { fromMs, toMs: atMs }
    })
  })
  const kinds = fc.infiniteStream(fc.constantFrom<UtteranceKind[]>('speech', 'backchannel', 'sound', 'aside'))
  fc.assert(
    fc.property(
      spans,
      spans,
      kinds,
      fc.infiniteStream(fc.boolean()),
      fc.nat(200_000),
      (said, spoken, kind, cut, endMs) => {
        const tracks: Tracks = {
          customer: said.map((span) => ({ ...span, kind: kind.next().value })),
          assistant: spoken.map((span) => ({ ...span, isCut: cut.next().value })),
          endMs,
        }
        const sums = measureInteraction(tracks)
        assert.ok(Object.values(sums).every((sum) => Number.isInteger(sum) && sum >= 0))
        assert.ok(sums.answered <= sums.turns && sums.yielded <= sums.interruptions)
        assert.ok(sums.backchannelsIgnored <= sums.backchannels && sums.asidesIgnored <= sums.asides)
        assert.ok(sums.soundsIgnored <= sums.sounds && sums.sounds + sums.asides + sums.backchannels <= said.length)
        assert.ok(sums.turns <= said.length && sums.cutIns <= spoken.length)
        assert.ok(sums.yieldMs <= sums.yielded * 2_000)
      },
    ),
  )
})
