// Synthesizes the segments of a call in order, a few ahead of what is spoken.
import type { Speaker, Utterance } from '#server/ports/text-to-speech.ts'
import type { ModeListener } from '../engine/mode.ts'

/** The next segment is requested while one is being synthesized, so that no gap is heard between them. */
const maxAtOnce = 2

interface Item {
  generation: number
  segment: number
  text: string
  /** Receives the complete audio. */
  spoken: ((audio: Uint8Array) => void) | undefined
}

export type SpeechQueueListener = Pick<
  ModeListener,
  'segmentAudio' | 'segmentAligned' | 'segmentDone' | 'segmentFailed' | 'fellBack'
>

export function createSpeechQueue(speaker: Speaker, listener: SpeechQueueListener) {
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
