// The test suite for every adapter of the speech-to-text port.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type {
  RecognitionListener,
  RecognitionSettings,
  RecognitionStream,
  SpeechToText,
} from '#server/ports/speech-to-text.ts'
import { silence, writeUnevenly } from '#testing/calls/record-recognition.ts'
import { assertNoOpenHandles } from '#testing/measure/open-handles.ts'
import { recordEvents, wordsOf } from './recorded-events.ts'

export interface SpeechToTextSetup extends AsyncDisposable {
  adapter: SpeechToText
  settings: RecognitionSettings
  /** Returns mu-law audio at 8,000 Hz that says the text. */
  speech(text: string): Uint8Array | Promise<Uint8Array>
}

const limits = { timeout: 60_000 }
const first = 'I would like to book a table for tomorrow.'
const second = 'Please call me back in the morning.'

export function testSpeechToText(name: string, open: () => Promise<SpeechToTextSetup>): void {
  describe(`speech to text: ${name}`, () => {
    test('delivers the words of an utterance as final before it answers finalize', limits, async () => {
      await using setup = await open()
      const call = listenTo(setup)
      call.say(await setup.speech(first))
      await call.finalized(1)
      assert.equal(call.words(), wordsOf(first))
      assert.equal(call.events.findLast(({ type }) => type !== 'turnEnded')?.type, 'finalized')
      call.stream.close()
    })

    test('delivers utterances in order, and every text trimmed and not empty', limits, async () => {
      await using setup = await open()
      const call = listenTo(setup)
      for (const [index, text] of [first, second].entries()) {
        call.say(await setup.speech(text))
        await call.finalized(index + 1)
      }
      assert.equal(call.words(), `${wordsOf(first)} ${wordsOf(second)}`)
      for (const event of call.events) if ('text' in event) assert.ok(event.text && event.text === event.text.trim())
      call.stream.close()
    })

    test('answers every finalize exactly once, even without speech and when it is repeated', limits, async () => {
      await using setup = await open()
      const call = listenTo(setup)
      call.stream.finalize()
      await call.finalized(1)
      call.write(silence(500))
      call.stream.finalize()
      call.stream.finalize()
      await call.finalized(3)
      call.say(await setup.speech(second))
      call.stream.finalize()
      await call.finalized(5)
      assert.equal(call.words(), wordsOf(second))
      await call.noMoreEvents()
      call.stream.close()
    })

    test('reads the audio before write returns, in frames of any length', limits, async () => {
      await using setup = await open()
      const call = listenTo(setup)
      const audio = await setup.speech(first)
      call.stream.speechStarted()
      writeUnevenly(audio, (frame) => call.stream.write(frame))
      call.write(silence(300))
      call.stream.finalize()
      await call.finalized(1)
      assert.equal(call.words(), wordsOf(first))
      call.stream.close()
    })

    test('keeps the words of concurrent calls apart', limits, async () => {
      await using setup = await open()
      const texts = [first, second, first, second]
      const calls = await Promise.all(
        texts.map(async (text) => {
          const call = listenTo(setup)
          call.say(await setup.speech(text))
          await call.finalized(1)
          call.stream.close()
          return call
        }),
      )
      assert.deepEqual(
        calls.map((call) => call.words()),
        texts.map(wordsOf),
      )
    })

    test('calls nothing after close, which can be repeated, and ignores later audio', limits, async () => {
      await using setup = await open()
      const call = listenTo(setup)
      const other = listenTo(setup)
      const audio = await setup.speech(first)
      call.say(audio)
      call.stream.close()
      call.stream.close()
      const before = call.events.length
      call.say(audio)
      call.stream.close()
      other.say(audio)
      await other.finalized(1)
      await call.noMoreEvents(before)
      other.stream.close()
    })

    test('releases its resources when it is closed', limits, async () => {
      await assertNoOpenHandles(async () => {
        await using setup = await open()
        const [used, unused] = [listenTo(setup), listenTo(setup)]
        used.say(await setup.speech(second))
        await used.finalized(1)
        used.stream.close()
        unused.stream.close()
      })
    })
  })
}

/** Opens a stream and records what it reports. Fails the test if a method of the stream reports before it returns. */
function listenTo({ adapter, settings }: SpeechToTextSetup) {
  const recorded = recordEvents((_event, isInMethod) =>
    assert.ok(!isInMethod, 'The listener was called before the method returned.'),
  )
  const { record, guarded } = recorded
  const listener: RecognitionListener = {
    interim: (text) => record({ type: 'interim', text }),
    final: (text) => record({ type: 'final', text }),
    finalized: () => record({ type: 'finalized' }),
    turnEnded: () => record({ type: 'turnEnded' }),
    failed: (failure) => record({ type: 'failed', failure }),
  }
  const opened = guarded(() => adapter.open(settings, listener))
  const stream: RecognitionStream = {
    write: (audio) => guarded(() => opened.write(audio)),
    speechStarted: () => guarded(() => opened.speechStarted()),
    finalize: () => guarded(() => opened.finalize()),
    close: () => guarded(() => opened.close()),
  }
  const write = (audio: Uint8Array) => {
    for (let from = 0; from < audio.length; from += 160) stream.write(audio.subarray(from, from + 160))
  }
  return {
    ...recorded,
    stream,
    write,
    /** Writes the audio as the detector of voice activity would report it, with silence before and after it. */
    say(audio: Uint8Array) {
      write(silence(200))
      stream.speechStarted()
      write(audio)
      write(silence(400))
      stream.finalize()
    },
  }
}
