// Speaks what a model writes, sentence by sentence, and the phrases of the engine, in the voice of a synthesizer.
import type { TextToSpeech, VoiceSettings } from '#server/ports/text-to-speech.ts'
import type { ModeListener } from '../engine/mode.ts'
import { createSentenceChunker } from '../words-and-sounds/sentence-chunker.ts'
import { toSpoken } from '../words-and-sounds/spoken-form.ts'
import { findPhrase, keepPhrase } from './phrase-cache.ts'
import { createSpeechQueue } from './speech-queue.ts'

export interface WrittenAnswersOptions {
  textToSpeech: TextToSpeech
  voice: VoiceSettings
  /** ISO 639-1. */
  language: string
}

/** One round of an answer. */
export interface WrittenAnswer {
  /** The segments that have been started. */
  segments: ReadonlySet<number>
  add(delta: string): void
  /** The model has written everything. */
  end(): void
}

export type WrittenAnswers = ReturnType<typeof createWrittenAnswers>

export function createWrittenAnswers({ textToSpeech, voice, language }: WrittenAnswersOptions, listener: ModeListener) {
  const speaker = textToSpeech.open(voice)
  const queue = createSpeechQueue(speaker, listener)
  const segments = new Map<number, number>()

  function speak(generation: number, chunks: readonly string[], started: Set<number>): void {
    for (const chunk of chunks) {
      const text = toSpoken(chunk, language)
      if (text === '') continue
      // Segment 0 of a generation is a phrase of the engine.
      const segment = (segments.get(generation) ?? 0) + 1
      segments.set(generation, segment)
      started.add(segment)
      listener.segmentStarted(generation, segment, text)
      queue.speak(generation, segment, text)
    }
  }

  return {
    open(generation: number): WrittenAnswer {
      const chunker = createSentenceChunker({ language })
      const started = new Set<number>()
      return {
        segments: started,
        add: (delta) => speak(generation, chunker.add(delta), started),
        end: () => speak(generation, chunker.flush(), started),
      }
    },
    say(generation: number, segment: number, text: string): void {
      const audio = findPhrase(voice, text)
      if (!audio) {
        queue.speak(generation, segment, text, (spoken) => keepPhrase(voice, text, spoken))
        return
      }
      listener.segmentAudio(generation, segment, audio)
      listener.segmentDone(generation, segment)
    },
    cancel(generation: number): void {
      segments.delete(generation)
      queue.cancel(generation)
    },
    close(): void {
      queue.close()
      speaker.close()
    },
  }
}
