// Tests that music does not count as speech of the customer, with the real detectors.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { loadSpeechVerifier, loadVoiceActivity, maxVerifications, openFlite } from '@parley/speech'
import { decodeMulaw, encodeMulaw } from '@parley/telephone'
import { createActivity } from './activity.ts'

const voiceActivity = await loadVoiceActivity()
const verifier = await loadSpeechVerifier()
const sentence = 'I would like to book a table for four people on Friday evening, please.'
const speech = await speak(sentence)
const speechMs = speech.length / 8

async function speak(text: string): Promise<Int16Array> {
  await using flite = openFlite()
  return decodeMulaw(await flite.synthesize(text, { voice: 'awb' }))
}

/** The speech without the sounds at its end that are quieter by 20 dB. */
function spokenWithoutEnd(): Int16Array {
  const loudest = speech.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return speech.subarray(
    0,
    speech.findLastIndex((sample) => Math.abs(sample) > loudest / 10),
  )
}

const silence = (ms: number): Int16Array => new Int16Array(ms * 8)

/** Chords that change every half second. */
function music(ms: number, volume = 1): Int16Array {
  const roots = [523, 392, 659, 440]
  return silence(ms).map((_, at) => {
    const root = roots[Math.floor(at / 4_000) % roots.length]!
    const fading = Math.exp(-(at % 4_000) / 1_500)
    const chord = [1, 1.26, 1.5, 2].map((ratio) => Math.sin((2 * Math.PI * root * ratio * at) / 8_000))
    return 2_500 * volume * fading * chord.reduce((sum, tone) => sum + tone)
  })
}

function joined(...parts: readonly Int16Array[]): Int16Array {
  return Int16Array.from(parts.flatMap((part) => [...part]))
}

const mixed = (one: Int16Array, other: Int16Array): Int16Array => one.map((sample, at) => sample + (other[at] ?? 0))

type Utterance = { fromMs: number; toMs: number | undefined; knownMs: number | undefined }

function heardIn(audio: Int16Array, verify: typeof verifier.open | undefined = verifier.open): Utterance[] {
  const detector = voiceActivity.open()
  const utterances: Utterance[] = []
  let nowMs = 0
  const activity = createActivity({
    isSpeech: detector.isSpeech,
    verify,
    isEcho: () => false,
    started: (fromMs) => utterances.push({ fromMs, toMs: undefined, knownMs: undefined }),
    continued() {},
    ended(atMs) {
      Object.assign(utterances.at(-1)!, { toMs: atMs, knownMs: nowMs })
    },
  })
  const bytes = encodeMulaw(audio)
  for (let at = 0; at + 160 <= bytes.length; at += 160) {
    nowMs = at / 8 + 20
    activity.frame(bytes.subarray(at, at + 160), nowMs)
  }
  activity.close()
  detector.close()
  return utterances
}

/** A single chord can sound like a syllable. */
const isLong = ({ fromMs, toMs }: Utterance): boolean => toMs === undefined || toMs - fromMs >= 500

function assertSpeech({ fromMs, toMs }: Utterance, expected: { fromMs: number; toMs: number }): void {
  assert.ok(Math.abs(fromMs - expected.fromMs) < 350, `began at ${fromMs}, not ${expected.fromMs}`)
  assert.ok(toMs !== undefined && Math.abs(toMs - expected.toMs) < 300, `ended at ${toMs}, not ${expected.toMs}`)
}

it('music is no speech', () => {
  const heardMs = (utterances: readonly Utterance[]): number =>
    utterances.reduce((sum, { fromMs, toMs = 20_000 }) => sum + toMs - fromMs, 0)
  assert.ok(heardMs(heardIn(music(20_000))) < 500)
  assert.ok(heardMs(heardIn(music(20_000), () => undefined)) > 15_000, 'the first detector alone takes it for speech')
})

it('speech is heard from its beginning to its end', () => {
  const utterances = heardIn(joined(silence(600), speech, silence(1_000)))
  assert.equal(utterances.length, 1)
  assertSpeech(utterances[0]!, { fromMs: 600, toMs: 600 + speechMs })
})

it('speech ends with its last sound, although the first detector reports speech for longer', () => {
  const spoken = spokenWithoutEnd()
  const [utterance] = heardIn(joined(silence(600), spoken, silence(1_000)))
  const lateMs = utterance!.toMs! - 600 - spoken.length / 8
  assert.ok(Math.abs(lateMs) <= 40, `${lateMs} ms late`)
})

it('the sound that fades after speech is not another utterance', () => {
  const spoken = spokenWithoutEnd()
  for (const [ratio, longestMs] of [
    [30, 480],
    [50, 340],
  ] as const)
    for (let tailMs = 100; tailMs <= longestMs; tailMs += 20) {
      const tail = spoken.slice(-tailMs * 8).map((sample) => sample / ratio)
      const utterances = heardIn(joined(silence(600), spoken, tail, silence(1_000)))
      assert.equal(utterances.length, 1, `${tailMs} ms of 1/${ratio}`)
    }
})

it('faint speech ends with its last consonant', () => {
  const spoken = spokenWithoutEnd()
  const loudest = spoken.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const consonant = silence(40).map((_, at) => (at % 2 === 0 ? 1 : -1) * (loudest / 20))
  for (const gapMs of [40, 80, 120]) {
    const talk = joined(spoken, silence(gapMs), consonant).map((sample) => sample / 18)
    const utterances = heardIn(joined(silence(600), talk, silence(1_000)))
    assert.equal(utterances.length, 1, `${gapMs} ms`)
    const lateMs = utterances[0]!.toMs! - 600 - talk.length / 8
    assert.ok(Math.abs(lateMs) <= 40, `${lateMs} ms late after a gap of ${gapMs} ms`)
  }
})

it('a pause is reported before the end of the speech is known', () => {
  const reports: string[] = []
  const detector = voiceActivity.open()
  const activity = createActivity({
    isSpeech: detector.isSpeech,
    verify: verifier.open,
    isEcho: () => false,
    started: () => reports.push('started'),
    continued() {},
    mayHaveEnded: () => reports.push('may have ended'),
    ended: () => reports.push('ended'),
  })
  const bytes = encodeMulaw(joined(silence(600), speech, silence(1_000)))
  for (let at = 0; at + 160 <= bytes.length; at += 160) activity.frame(bytes.subarray(at, at + 160), at / 8 + 20)
  detector.close()
  assert.deepEqual([reports[0], ...reports.slice(-2)], ['started', 'may have ended', 'ended'])
})

it('the end of speech without gaps is known as soon as any other', () => {
  const spoken = spokenWithoutEnd()
  const withoutGaps = [0, 500, 900].map((ms) => joined(spoken.subarray(ms * 8), spoken.subarray(0, ms * 8), spoken))
  for (const talk of [spoken, withoutGaps.reduce(mixed)]) {
    const [utterance] = heardIn(joined(silence(600), talk, silence(1_000)))
    const lateMs = utterance!.knownMs! - 600 - talk.length / 8
    assert.ok(lateMs <= 300, `${lateMs} ms late`)
  }
})

it('the end of speech is known while music continues', () => {
  const spoken = spokenWithoutEnd()
  const talk = joined(silence(3_000), spoken, silence(3_000))
  const [utterance] = heardIn(mixed(talk, music(talk.length / 8, 0.1))).filter(isLong)
  const lateMs = utterance!.knownMs! - 3_000 - spoken.length / 8
  assert.ok(lateMs <= 420, `${lateMs} ms late`)
})

it('quiet speech is not split', () => {
  const quiet = speech.map((sample) => Math.round(sample / 18))
  const utterances = heardIn(joined(silence(600), quiet, silence(1_000)))
  assert.equal(utterances.length, 1)
  assertSpeech(utterances[0]!, { fromMs: 600, toMs: 600 + speechMs })
})

it('speech is not split by a louder noise', () => {
  const noise = Int16Array.from({ length: 60 * 8 }, (_, at) => 30_000 * Math.sin((2 * Math.PI * 300 * at) / 8_000))
  const quiet = speech.map((sample) => Math.round(sample / 4))
  for (let atMs = 200; atMs < speechMs - 500; atMs += 200) {
    const noisy = Int16Array.from(quiet)
    noisy.set(noise, atMs * 8)
    assert.equal(heardIn(joined(silence(600), noisy, silence(1_000))).length, 1, `noise after ${atMs} ms`)
  }
})

it('music that begins during speech does not count as speech afterwards', () => {
  const loud = speech.map((sample) => Math.max(-32_000, Math.min(32_000, 3 * sample)))
  const utterances = heardIn(joined(silence(600), loud, music(6_000, 0.1)))
  assert.equal(utterances.length, 1, JSON.stringify(utterances))
  assertSpeech(utterances[0]!, { fromMs: 600, toMs: 600 + speechMs })
})

it('speech ends while music continues, and begins again', () => {
  const utteranceMs = 3_000 + speechMs
  const talk = joined(silence(3_000), speech, silence(3_000), speech, silence(3_000))
  const utterances = heardIn(mixed(talk, music(talk.length / 8, 0.1))).filter(isLong)
  assert.equal(utterances.length, 2)
  assertSpeech(utterances[0]!, { fromMs: 3_000, toMs: utteranceMs })
  assertSpeech(utterances[1]!, { fromMs: utteranceMs + 3_000, toMs: utteranceMs + 3_000 + speechMs })
})

it('speech is heard in other calls while all verifications are in use', () => {
  const others = Array.from({ length: maxVerifications }, () => verifier.open()!)
  assert.equal(verifier.open(), undefined)
  assert.equal(heardIn(joined(speech, silence(1_000))).length, 1)
  for (const one of others) {
    one.close()
    one.close()
    assert.throws(() => one.isSpeech(new Uint8Array(160)), /closed/)
  }
  assert.notEqual(verifier.open(), undefined)
})
