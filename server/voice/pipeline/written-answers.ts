// Speaks what a model writes, sentence by sentence, and the phrases of the engine, in the voice of a synthesizer.
import type { Speaker, TextToSpeech, Utterance, VoiceSettings } from '#server/ports/text-to-speech.ts'
import type { ModeListener } from '../engine/mode.ts'
import type { SpokenLanguage } from '../language/spoken-language.ts'
import { createSentenceChunker } from '../words-and-sounds/sentence-chunker.ts'
import { toSpoken } from '../words-and-sounds/spoken-form.ts'
import { findPhrase, keepPhrase } from './phrase-cache.ts'

export interface WrittenAnswersOptions {
  textToSpeech: TextToSpeech
  voice: VoiceSettings
  /** ISO 639-1. */
  language: string
  /** The voices of the other languages in which the assistant can continue, by ISO 639-1 code. */
  otherVoices?: ReadonlyMap<string, VoiceSettings>
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

/** Each answer is spoken in the language in which it begins, by a voice of that language. */
export function createWrittenAnswers(
  { textToSpeech, voice, language, otherVoices }: WrittenAnswersOptions,
  spoken: SpokenLanguage,
  listener: ModeListener,
) {
  const byLanguage = new Map<string, AnswersInLanguage>()
  /** The language of an answer stays that of its first round. */
  const languages = new Map<number, string>()

  function answersIn(spokenLanguage: string): AnswersInLanguage {
    const known = byLanguage.get(spokenLanguage)
    if (known) return known
    const other = otherVoices?.get(spokenLanguage)
    const own = other ? { voice: other, language: spokenLanguage } : { voice, language }
    const answers = createAnswersInLanguage({ textToSpeech, ...own }, listener)
    byLanguage.set(spokenLanguage, answers)
    return answers
  }

  answersIn(language)

  return {
    /** Connects to the voice of a language that is expected next. */
    prepare(expected: string): void {
      answersIn(expected)
    },
    open(generation: number, current = spoken.current()): WrittenAnswer {
      const first = languages.get(generation) ?? current
      languages.set(generation, first)
      return answersIn(first).open(generation)
    },
    say: (generation: number, segment: number, text: string): void =>
      answersIn(spoken.current()).say(generation, segment, text),
    cancel(generation: number): void {
      languages.delete(generation)
      for (const answers of byLanguage.values()) answers.cancel(generation)
    },
    close(): void {
      for (const answers of byLanguage.values()) answers.close()
    },
  }
}

type AnswersInLanguage = ReturnType<typeof createAnswersInLanguage>

function createAnswersInLanguage(
  { textToSpeech, voice, language }: Omit<WrittenAnswersOptions, 'otherVoices'>,
  listener: ModeListener,
) {
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

/** The next segment is requested while one is being synthesized, so that no gap is heard between them. */
const maxAtOnce = 2

interface Item {
  generation: number
  segment: number
  text: string
  /** Receives the complete audio. */
  spoken: ((audio: Uint8Array) => void) | undefined
}

type SpeechQueueListener = Pick<
  ModeListener,
  'segmentAudio' | 'segmentAligned' | 'segmentDone' | 'segmentFailed' | 'fellBack'
>

function createSpeechQueue(speaker: Speaker, listener: SpeechQueueListener) {
  let waiting: Item[] = []
  const running = new Map<Item, Utterance | undefined>()

  function startNext(): void {
    while (running.size < maxAtOnce && waiting.length > 0) start(waiting.shift()!)
  }

  function start(item: Item): void {
    const { generation, segment, text, spoken } = item
    const chunks: Uint8Array[] = []
    running.set(item, undefined)
    const over = (): void => {
      running.delete(item)
      startNext()
    }
    const utterance = speaker.speak(text, {
      audio: (chunk) => {
        if (spoken) chunks.push(chunk)
        listener.segmentAudio(generation, segment, chunk)
      },
      aligned: (part) => listener.segmentAligned(generation, segment, part),
      done: () => {
        over()
        if (chunks.length > 0) spoken?.(Buffer.concat(chunks))
        listener.segmentDone(generation, segment)
      },
      fellBack: ({ from, to, code }) => listener.fellBack(from, to, code),
      failed: (failure) => {
        over()
        listener.segmentFailed(generation, segment, failure)
      },
    })
    if (running.has(item)) running.set(item, utterance)
  }

  function cancelWhere(matches: (item: Item) => boolean): void {
    waiting = waiting.filter((item) => !matches(item))
    for (const [item, utterance] of running) {
      if (!matches(item)) continue
      running.delete(item)
      utterance?.cancel()
    }
  }

  return {
    speak(generation: number, segment: number, text: string, spoken?: (audio: Uint8Array) => void): void {
      waiting.push({ generation, segment, text, spoken })
      startNext()
    },
    cancel(generation: number): void {
      cancelWhere((item) => item.generation === generation)
      startNext()
    },
    close: (): void => cancelWhere(() => true),
  }
}
