// Synthesizes the parts of an answer ahead of their turn, and delivers their audio in order.
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type { Speaker, Utterance } from '#server/ports/text-to-speech.ts'

/** The next part is synthesized while one is delivered, so that no gap is heard between them. */
const maxAtOnce = 2

export interface SpokenPart {
  text: string
  /** Called before the first audio; even if there is none. */
  started(): void
  audio(chunk: Uint8Array): void
  done(): void
}

interface Progress {
  part: SpokenPart
  utterance: Utterance | undefined
  isRequested: boolean
  isStarted: boolean
  isSynthesized: boolean
  /** Audio that arrived before the turn of the part. */
  early: Uint8Array[]
}

/** Stops when the signal aborts. After a failure, which `failed` reports once, nothing is delivered. */
export function createOrderedSpeech(speaker: Speaker, signal: AbortSignal, failed: (failure: SpeechFailure) => void) {
  const parts: Progress[] = []
  const finished = Promise.withResolvers<void>()
  let isEnded = false
  let isStopped = false

  function requestNext(): void {
    for (const progress of parts.slice(0, maxAtOnce)) if (!progress.isRequested) request(progress)
  }

  function request(progress: Progress): void {
    progress.isRequested = true
    progress.utterance = speaker.speak(progress.part.text, {
      audio(chunk) {
        if (isStopped) return
        if (parts[0] === progress) deliver(progress, chunk)
        else progress.early.push(chunk)
      },
      done() {
        progress.isSynthesized = true
        finishParts()
      },
      failed(failure) {
        if (isStopped) return
        stop()
        failed(failure)
      },
    })
  }

  function start(progress: Progress): void {
    if (progress.isStarted) return
    progress.isStarted = true
    progress.part.started()
  }

  function deliver(progress: Progress, chunk: Uint8Array): void {
    start(progress)
    if (!isStopped) progress.part.audio(chunk)
  }

  /** Completes the first parts that have been synthesized, and delivers what is ready of the one after them. */
  function finishParts(): void {
    while (parts[0]?.isSynthesized && !isStopped) {
      const [first] = parts
      start(first)
      if (!isStopped) first.part.done()
      if (isStopped) return
      parts.shift()
      for (const chunk of parts[0]?.early.splice(0) ?? []) if (!isStopped) deliver(parts[0]!, chunk)
    }
    if (isStopped) return
    requestNext()
    if (isEnded && parts.length === 0) finished.resolve()
  }

  function stop(): void {
    isStopped = true
    for (const { utterance } of parts.splice(0)) utterance?.cancel()
    finished.resolve()
  }

  signal.addEventListener('abort', stop, { once: true })
  return {
    add(part: SpokenPart): void {
      if (isStopped) return
      parts.push({
        part,
        utterance: undefined,
        isRequested: false,
        isStarted: false,
        isSynthesized: false,
        early: [],
      })
      requestNext()
    },
    /** Resolves when all parts are done, or after a failure or an abort. */
    end(): Promise<void> {
      isEnded = true
      if (parts.length === 0) finished.resolve()
      return finished.promise
    },
    stop,
  }
}
