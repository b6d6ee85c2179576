// Cuts the streamed text of a model into chunks in spoken form.
import { createSentenceChunker, type SentenceChunker } from './sentence-chunker.ts'
import { toSpoken } from './spoken-form.ts'

/** Leaves out chunks without anything that can be spoken. */
export function createSpokenChunker({ language }: { language: string }): SentenceChunker {
  const chunker = createSentenceChunker({ language })
  const inSpokenForm = (chunks: readonly string[]): string[] =>
    chunks.map((chunk) => toSpoken(chunk, language)).filter((text) => text !== '')
  return {
    add: (delta) => inSpokenForm(chunker.add(delta)),
    flush: () => inSpokenForm(chunker.flush()),
  }
}
