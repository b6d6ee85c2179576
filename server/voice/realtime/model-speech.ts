// The speech of a realtime model that speaks itself: each item of its answers is one segment.

import { findPhrase, keepPhrase } from '../pipeline/phrase-cache.ts'
import { createWrittenAnswers, type WrittenAnswers } from '../pipeline/written-answers.ts'
import type { Output, OutputOptions } from './output.ts'
import { realtimeVoice } from './prepare-phrase.ts'

/** The items of older answers are no longer interrupted. */
const maxItems = 100

interface Item {
  id: string
  generation: number
  segment: number
}

interface Phrase {
  segment: number
  text: string
  chunks: Uint8Array[]
}

export function createModelSpeech({ listener, settings, voice, spoken, session, answering }: OutputOptions): Output {
  const phraseVoice = realtimeVoice(settings)
  const phrases = new Map<number, Phrase>()
  const texts = new Map<number, string>()
  let items: Item[] = []
  /** Not numbered by answer, because a later round can come from another session. Segment 0 is a phrase of the engine. */
  let lastSegment = 0
  let withoutModel: WrittenAnswers | undefined
  /** A phrase was skipped since the model has last spoken. */
  let hasSkipped = false

  const find = (id: string): Item | undefined => items.findLast((item) => item.id === id)

  return {
    itemStarted(generation, id) {
      const phrase = phrases.get(generation)
      const segment = phrase ? phrase.segment : ++lastSegment
      items.push({ id, generation, segment })
      if (items.length > maxItems) items.shift()
      if (!phrase) listener.segmentStarted(generation, segment, '')
    },
    itemText(generation, id, delta) {
      const item = find(id)
      if (!item || phrases.has(generation)) return
      texts.set(generation, (texts.get(generation) ?? '') + delta)
      listener.segmentText(generation, item.segment, delta)
    },
    itemAudio(generation, id, audio) {
      const item = find(id)
      if (!item) return
      hasSkipped = false
      phrases.get(generation)?.chunks.push(audio)
      listener.segmentAudio(generation, item.segment, audio)
    },
    itemDone(generation, id) {
      const item = find(id)
      if (!item) return
      const phrase = phrases.get(generation)
      if (phrase && phrase.chunks.length > 0) keepPhrase(phraseVoice, phrase.text, Buffer.concat(phrase.chunks))
      phrases.delete(generation)
      listener.segmentDone(generation, item.segment)
    },
    answered(generation) {
      const text = texts.get(generation) ?? ''
      texts.delete(generation)
      return text
    },
    failed(generation, failure) {
      const phrase = phrases.get(generation)
      if (!phrase) return false
      phrases.delete(generation)
      listener.segmentFailed(generation, phrase.segment, failure)
      return true
    },
    lost(failure) {
      items = []
      const lost = [...phrases].map(([generation, phrase]) => ({ generation, ...phrase }))
      phrases.clear()
      for (const { generation, segment, chunks } of lost)
        if (chunks.length > 0) listener.segmentFailed(generation, segment, failure)
      return lost.filter(({ chunks }) => chunks.length === 0)
    },
    say(generation, segment, text) {
      const audio = findPhrase(phraseVoice, text)
      const model = session()
      if (audio) {
        listener.segmentAudio(generation, segment, audio)
        listener.segmentDone(generation, segment)
      } else if (model && answering() !== undefined && !hasSkipped) {
        // The model would speak it after the answer for which it covers the wait.
        hasSkipped = true
        listener.segmentSkipped(generation, segment)
      } else if (!model || answering() !== undefined) {
        // Another voice is better than a long silence.
        withoutModel ??= createWrittenAnswers(voice, spoken, listener)
        withoutModel.say(generation, segment, text)
      } else {
        phrases.set(generation, { segment, text, chunks: [] })
        model.speak(generation, text)
        return true
      }
      return false
    },
    cancel(generation) {
      phrases.delete(generation)
      texts.delete(generation)
      withoutModel?.cancel(generation)
    },
    interrupted(generation, segments) {
      for (const { segment, isHeard, heardMs, heardText } of segments) {
        const item = items.findLast((candidate) => candidate.generation === generation && candidate.segment === segment)
        if (item && !isHeard) session()?.truncate(item.id, { heardMs, heardText })
        items = items.filter((candidate) => candidate !== item)
      }
    },
    close: () => withoutModel?.close(),
  }
}
