// Speaks a text and records everything that the speaker reports about it.
import type { SpeechFailure, SpeechFallback } from '#server/ports/speech-to-text.ts'
import type { Speaker } from '#server/ports/text-to-speech.ts'

export function recordSpeech(speaker: Speaker, text: string) {
  const { promise: outcome, resolve } = Promise.withResolvers<'done' | SpeechFailure>()
  const chunks: Uint8Array[] = []
  const characters: string[] = []
  const startsMs: number[] = []
  const fallbacks: SpeechFallback[] = []
  const utterance = speaker.speak(text, {
    audio: (chunk) => chunks.push(chunk),
    aligned(alignment) {
      characters.push(...alignment.characters)
      startsMs.push(...alignment.startsMs)
    },
    fellBack: (fallback) => fallbacks.push(fallback),
    done: () => resolve('done'),
    failed: resolve,
  })
  const bytes = () => chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  return { utterance, outcome, chunks, characters, startsMs, fallbacks, bytes }
}

export const codeOf = (outcome: 'done' | SpeechFailure): string => (outcome === 'done' ? outcome : outcome.code)
