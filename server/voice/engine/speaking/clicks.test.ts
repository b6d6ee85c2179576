// Tests that the assistant's speech never begins or ends with a click, however often the customer interrupts it.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { encodeMulaw, readWav } from '@parley/telephone'
import fc from 'fast-check'
import { changeVolume } from '../../change-volume.ts'
import { createRecorder } from '../../recorder.ts'
import { createPlayout } from './playout.ts'
import { createSegment } from './segment.ts'

const amplitude = 10_000
const hz = 100
/** The tone changes by this much in two samples, because times are rounded to samples; mu-law adds the rest. */
const largestStep = (2 * 2 * Math.PI * hz * amplitude) / 8_000 + 600
const segmentMs = 3_000
const tone = encodeMulaw(
  Int16Array.from({ length: segmentMs * 8 }, (_, at) => amplitude * Math.sin((2 * Math.PI * hz * at) / 8_000)),
)

const action = fc.record({
  what: fc.constantFrom('quieten', 'pause', 'resume', 'interrupt'),
  afterTicks: fc.integer({ min: 3, max: 30 }),
  /** Actions do not happen at whole ticks. */
  offsetMs: fc.double({ min: 0, max: 19, noNaN: true }),
})
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

/** What the recording contains of the assistant. */
async function record(actions: readonly Action[], change: typeof changeVolume): Promise<Int16Array> {
  const recorder = createRecorder()
  let nowMs = 0
  let tick = 0
  let marks: { name: string; atMs: number }[] = []
  let playedMs = 0
  const playout = createPlayout({
    line: {
      sendAudio(audio) {
        playedMs = Math.max(playedMs, nowMs) + audio.length / 8
      },
      sendMark: (name) => marks.push({ name, atMs: playedMs }),
      clear() {
        playedMs = nowMs
      },
    },
    now: () => nowMs,
    changeVolume: change,
    report(event) {
      if (event.type === 'audio_scheduled') recorder.played(event.audio, event.atMs, event.isContinued)
      else if (event.type === 'audio_discarded') recorder.interrupted(event.bytes)
    },
  })
  const speak = (): void => {
    const segment = createSegment({ generation: 1, id: 0, kind: 'answer', text: 'A tone.' })
    segment.addAudio(tone)
    segment.complete()
    playout.add(segment)
  }
  for (const { what, afterTicks, offsetMs } of actions) {
    for (const untilTick = tick + afterTicks; tick < untilTick; tick++) {
      for (const { name, atMs } of marks.filter((mark) => mark.atMs <= tick * 20)) {
        nowMs = Math.max(nowMs, atMs)
        playout.marked(name)
      }
      nowMs = tick * 20
      marks = marks.filter(({ atMs }) => atMs > nowMs)
      playout.tick()
      if (!playout.isActive()) speak()
    }
    nowMs += offsetMs
    if (what === 'quieten') playout.quieten()
    else if (what === 'pause') playout.pause()
    else if (what === 'resume') playout.resume()
    else playout.interrupt()
  }
  const { channels } = readWav(await recorder.finish())
  return channels[1]!
}

const clicksIn = (samples: Int16Array): number =>
  samples.reduce((count, sample, at) => count + (Math.abs(sample - (samples[at - 1] ?? 0)) > largestStep ? 1 : 0), 0)

it('speech that becomes quieter, pauses, continues or stops at any moment has no clicks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 40, maxLength: 40 }), async (actions) => {
      assert.equal(clicksIn(await record(actions, changeVolume)), 0)
    }),
    { numRuns: 40 },
  )
})

it('the same speech without fades has many', async () => {
  const actions = fc.sample(action, { numRuns: 200, seed: 1 })
  assert.ok(clicksIn(await record(actions, () => {})) > 10)
})
