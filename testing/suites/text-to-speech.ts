// The test suite for every adapter of the text-to-speech port.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type { Alignment, Speaker, TextToSpeech, Utterance, VoiceSettings } from '#server/ports/text-to-speech.ts'
import { assertNoOpenHandles } from '#testing/measure/open-handles.ts'

/** For tests of adapters, which add the vendor and its voice. */
export const plainVoice = {
  gender: 'female',
  language: 'en',
  speed: 1,
  stability: 0.5,
  similarity: 0.75,
  emotion: false,
} as const

export interface TextToSpeechSetup extends AsyncDisposable {
  adapter: TextToSpeech
  settings: VoiceSettings
}

const limits = { timeout: 60_000 }
const short = 'Good morning.'
const long = 'Good morning, and thank you for calling. How can I help you with your booking today?'

export function testTextToSpeech(name: string, open: () => Promise<TextToSpeechSetup>): void {
  describe(`text to speech: ${name}`, () => {
    test('speaks a text as audio that is not silent, and reports done once', limits, async () => {
      await using setup = await open()
      const speaker = setup.adapter.open(setup.settings)
      const spoken = speak(speaker, long)
      assert.equal(await spoken.outcome, 'done')
      assert.ok(spoken.bytes() >= 8 * 500, `${spoken.bytes()} bytes`)
      assert.ok(spoken.chunks.every((chunk) => chunk.length > 0))
      // 0xff and 0x7f are zero in mu-law.
      assert.ok(spoken.chunks.some((chunk) => chunk.some((byte) => (byte & 0x7f) < 0x60)))
      assertAligned(spoken.alignments, spoken.bytes() / 8)
      speaker.close()
    })

    test('speaks a longer text for a longer time', limits, async () => {
      await using setup = await open()
      const speaker = setup.adapter.open(setup.settings)
      const [brief, extended] = [speak(speaker, short), speak(speaker, long)]
      assert.deepEqual([await brief.outcome, await extended.outcome], ['done', 'done'])
      assert.ok(extended.bytes() > 1.5 * brief.bytes(), `${brief.bytes()} and ${extended.bytes()} bytes`)
      speaker.close()
    })

    test('speaks many overlapping utterances of several calls completely', limits, async () => {
      await using setup = await open()
      const speakers = Array.from({ length: 3 }, () => setup.adapter.open(setup.settings))
      const spoken = speakers.flatMap((speaker) => [short, long, short].map((text) => speak(speaker, text)))
      const outcomes = await Promise.all(spoken.map(({ outcome }) => outcome))
      assert.deepEqual(new Set(outcomes), new Set(['done']))
      const lengths = (text: number) => [0, 3, 6].map((call) => spoken[call + text]!.bytes())
      for (const text of [0, 1, 2]) assert.ok(Math.max(...lengths(text)) <= 1.2 * Math.min(...lengths(text)))
      for (const speaker of speakers) speaker.close()
    })

    test('ends the utterance of a text without words, or of an extremely long one, exactly once', limits, async () => {
      await using setup = await open()
      const speaker = setup.adapter.open(setup.settings)
      for (const text of ['', ' \n ', '…', 'I say this again and again. '.repeat(2_000)]) {
        const spoken = speak(speaker, text)
        const outcome = await spoken.outcome
        if (typeof outcome !== 'string') assertFailure(outcome)
        await noMoreEvents(spoken)
      }
      const next = speak(speaker, short)
      assert.equal(await next.outcome, 'done')
      speaker.close()
    })

    test('calls nothing after cancel, which can be repeated, and speaks the next text', limits, async () => {
      await using setup = await open()
      const speaker = setup.adapter.open(setup.settings)
      const [atOnce, whileSpeaking, other] = [speak(speaker, long), speak(speaker, long), speak(speaker, short)]
      atOnce.utterance.cancel()
      atOnce.utterance.cancel()
      await whileSpeaking.started
      whileSpeaking.utterance.cancel()
      const before = whileSpeaking.calls()
      assert.equal(await other.outcome, 'done')
      other.utterance.cancel()
      const next = speak(speaker, long)
      assert.equal(await next.outcome, 'done')
      await noMoreEvents(whileSpeaking, before)
      await noMoreEvents(atOnce, 0)
      speaker.close()
    })

    test('calls nothing after close, which can be repeated, also for a text that comes later', limits, async () => {
      await using setup = await open()
      const [speaker, other] = [setup.adapter.open(setup.settings), setup.adapter.open(setup.settings)]
      const earlier = speak(speaker, long)
      speaker.close()
      speaker.close()
      const later = speak(speaker, long)
      later.utterance.cancel()
      const last = speak(speaker, short)
      assert.equal(await speak(other, long).outcome, 'done')
      for (const spoken of [earlier, later, last]) await noMoreEvents(spoken, 0)
      other.close()
    })

    test('releases its resources when it is closed', limits, async () => {
      await assertNoOpenHandles(async () => {
        await using setup = await open()
        const speakers = Array.from({ length: 3 }, () => setup.adapter.open(setup.settings))
        assert.equal(await speak(speakers[0]!, short).outcome, 'done')
        speak(speakers[1]!, long)
        for (const speaker of speakers) speaker.close()
      })
    })
  })
}

/** Speaks a text and records what is reported. Fails the test if `speak` reports something before it returns. */
function speak(speaker: Speaker, text: string) {
  const chunks: Uint8Array[] = []
  const alignments: Alignment[] = []
  const { promise: outcome, resolve, reject } = Promise.withResolvers<'done' | SpeechFailure>()
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  let calls = 0
  let hasReturned = false
  const called = () => {
    calls++
    start()
    if (!hasReturned) reject(new Error('The listener was called before speak returned.'))
  }
  const utterance: Utterance = speaker.speak(text, {
    audio(chunk) {
      called()
      chunks.push(chunk.slice())
    },
    aligned(alignment) {
      called()
      alignments.push(alignment)
    },
    done() {
      called()
      resolve('done')
    },
    failed(failure) {
      called()
      resolve(failure)
    },
  })
  hasReturned = true
  const bytes = () => chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  return { utterance, chunks, alignments, outcome, started, bytes, calls: () => calls }
}

function assertAligned(alignments: readonly Alignment[], durationMs: number): void {
  const startsMs = alignments.flatMap((alignment) => alignment.startsMs)
  const characters = alignments.flatMap((alignment) => alignment.characters)
  assert.equal(startsMs.length, characters.length)
  assert.ok(startsMs.every((startMs, index) => startMs >= (startsMs[index - 1] ?? 0) && startMs <= durationMs + 100))
}

function assertFailure(failure: SpeechFailure): void {
  assert.ok(failure instanceof Error)
  assert.match(failure.code, /^[a-z0-9_]+$/)
  assert.equal(typeof failure.retryable, 'boolean')
}

/** Everything that the adapter has already started to report has arrived after a few turns of the event loop. */
async function noMoreEvents(spoken: { calls(): number }, expected = spoken.calls()): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(spoken.calls(), expected)
}
