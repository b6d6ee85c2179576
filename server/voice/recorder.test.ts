// Tests of the recorder's timeline, sample by sample, and of its limits.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { decodeMulaw, readWav } from '@parley/telephone'
import fc from 'fast-check'
import { createRecorder, type Recorder } from './recorder.ts'
import { wavHeaderBytes } from './wav-header.ts'

const frameMs = 20
const silence = (ms: number) => new Int16Array(ms * 8)
const frames = fc.uint8Array({ minLength: 160, maxLength: 160 })

async function tracksOf(recorder: Recorder) {
  const { sampleRate, channels } = readWav(await recorder.finish())
  assert.deepEqual([sampleRate, channels.length], [8_000, 2])
  const [customer, assistant] = channels as [Int16Array, Int16Array]
  return { customer, assistant, durationMs: customer.length / 8 }
}

function joined(parts: Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const sameSamples = (a: Int16Array, b: Int16Array) =>
  a.length === b.length && a.every((sample, index) => sample === b[index])

describe('each track of a recording', () => {
  for (const side of ['customer', 'assistant'] as const) {
    const add = (recorder: Recorder) => (side === 'customer' ? recorder.heard : recorder.played)

    test(`has every sample of the ${side} at its time, and silence between`, async () => {
      // A gap of less than 40 ms would be taken for jitter.
      const gaps = fc.constantFrom(0, 0, 0, 60, 80, 1_000, 2_340)
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(gaps, frames), { maxLength: 60 }), async (parts) => {
          const recorder = createRecorder()
          const expected: Int16Array[] = []
          let atMs = 0
          for (const [gapMs, frame] of parts) {
            atMs += gapMs
            add(recorder)(frame, atMs)
            expected.push(silence(gapMs), decodeMulaw(frame))
            atMs += frameMs
          }
          const tracks = await tracksOf(recorder)
          assert.deepEqual(tracks[side], joined(expected))
          assert.deepEqual(tracks[side === 'customer' ? 'assistant' : 'customer'], silence(atMs))
        }),
      )
    })
  }

  test('is continuous if the frames of the customer arrive with jitter', async () => {
    const jitter = fc.array(fc.tuple(frames, fc.integer({ min: 0, max: 40 })), { minLength: 1, maxLength: 100 })
    await fc.assert(
      fc.asyncProperty(jitter, async (parts) => {
        const recorder = createRecorder()
        let lastMs = 0
        for (const [index, [frame, lateMs]] of parts.entries()) {
          lastMs = Math.max(lastMs, index * frameMs + lateMs)
          recorder.heard(frame, lastMs)
        }
        const { customer } = await tracksOf(recorder)
        assert.deepEqual(customer, joined(parts.map(([frame]) => decodeMulaw(frame))))
      }),
    )
  })

  test('is continuous if audio of the customer arrives in bursts after pauses', async () => {
    const pauses = fc.array(fc.tuple(fc.integer({ min: 20, max: 1_000 }), fc.nat(2_000)), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(pauses, async (parts) => {
        const recorder = createRecorder()
        const spoken: Uint8Array[] = []
        let atMs = 0
        for (const [talkedMs, pausedMs] of [...parts, [100, 0]] as const) {
          const pausedFromMs = atMs + talkedMs
          atMs = pausedFromMs + pausedMs
          for (let dueMs = spoken.length * frameMs; dueMs <= atMs; dueMs += frameMs) {
            const audio = new Uint8Array(160).fill(spoken.length)
            recorder.heard(audio, dueMs <= pausedFromMs ? dueMs : atMs)
            spoken.push(audio)
          }
        }
        const { customer } = await tracksOf(recorder)
        assert.ok(sameSamples(customer, decodeMulaw(Buffer.concat(spoken))))
      }),
    )
  })

  test('has all words of the assistant if the time moves back after a stall of the process', async () => {
    const words = Array.from({ length: 40 }, () => randomBytes(320))
    const recorder = createRecorder()
    for (const [index, audio] of words.entries()) recorder.played(audio, index * 40 + (index === 10 ? 600 : 0))
    const { assistant } = await tracksOf(recorder)
    const [before, after] = [words.slice(0, 10), words.slice(10)].map((part) => decodeMulaw(Buffer.concat(part)))
    assert.deepEqual(assistant, joined([before!, silence(600), after!]))
  })

  test('takes audio of any length', async () => {
    const audio = randomBytes(20_001)
    const recorder = createRecorder()
    recorder.played(audio.subarray(0, 3), 0)
    recorder.played(audio.subarray(3, 12_000), 0.375)
    recorder.played(audio.subarray(12_000), 1_500)
    assert.deepEqual((await tracksOf(recorder)).assistant, decodeMulaw(audio))
  })
})

describe('an interruption', () => {
  test('removes what the customer did not hear, and nothing else', async () => {
    const moments = fc.integer({ min: 0, max: 2_000 })
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 8_000 }),
        moments,
        moments,
        async (bytes, cutMs, pauseMs) => {
          const recorder = createRecorder()
          recorder.played(bytes, 0)
          recorder.interrupted(Math.max(0, bytes.length - cutMs * 8))
          const next = new Uint8Array(160).fill(0x20)
          const nextMs = Math.max(cutMs, bytes.length / 8) + 50 + pauseMs
          recorder.played(next, nextMs)
          const { assistant } = await tracksOf(recorder)
          const kept = decodeMulaw(bytes.subarray(0, cutMs * 8))
          const gap = new Int16Array(Math.round(nextMs * 8) - kept.length)
          assert.deepEqual(assistant, joined([kept, gap, decodeMulaw(next)]))
        },
      ),
    )
  })

  test('is followed by the next words at their time', async () => {
    const recorder = createRecorder()
    recorder.played(new Uint8Array(4_000).fill(0x10), 0)
    recorder.interrupted(4_000 - 800)
    recorder.played(new Uint8Array(160).fill(0x20), 300)
    const { assistant } = await tracksOf(recorder)
    assert.equal(assistant.length, 320 * 8)
    assert.ok(assistant.subarray(800, 2_400).every((sample) => sample === 0))
    assert.ok(assistant.subarray(2_400).every((sample) => sample === decodeMulaw(Uint8Array.of(0x20))[0]))
  })
})

describe('a recording', () => {
  test('is at most 200 ms ahead of the time, however fast the audio arrives', async () => {
    const recorder = createRecorder()
    for (let frame = 0; frame < 1_000; frame++) recorder.heard(new Uint8Array(160), frame * 2)
    const { durationMs } = await tracksOf(recorder)
    assert.ok(durationMs >= 2_000 && durationMs <= 2_000 + 240, `${durationMs} ms`)
  })

  test('ends at its longest duration', async () => {
    const recorder = createRecorder({ maxMs: 1_010 })
    for (let atMs = 0; atMs < 5_000; atMs += frameMs) recorder.heard(new Uint8Array(160), atMs)
    recorder.played(new Uint8Array(160), 10_000_000)
    assert.equal((await tracksOf(recorder)).durationMs, 1_010)
  })

  test('without audio is a valid file', async () => {
    assert.equal((await createRecorder().finish()).length, wavHeaderBytes)
  })

  test('of 20 minutes lets other work run while its file is written', async () => {
    const recorder = createRecorder()
    const frame = randomBytes(160)
    for (let atMs = 0; atMs < 1_200_000; atMs += frameMs) recorder.heard(frame, atMs)
    let turns = 0
    const count = () => {
      turns++
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    const file = await recorder.finish()
    clearImmediate(next)
    assert.equal(file.length, wavHeaderBytes + 1_200 * 8_000 * 4)
    assert.ok(turns >= 70, `${turns} turns`)
  })

  test('does not store silence', async () => {
    const before = process.memoryUsage().arrayBuffers
    const recorder = createRecorder()
    const silentFrame = new Uint8Array(160).fill(0xff)
    for (let atMs = 0; atMs < 1_200_000; atMs += frameMs) recorder.heard(silentFrame, atMs)
    const bytes = process.memoryUsage().arrayBuffers - before
    assert.ok(bytes < 1_000_000, `${bytes} bytes`)
    recorder.heard(silentFrame, 0)
  })
})
