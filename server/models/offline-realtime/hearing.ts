// Recognizes the customer, and reports when everything that was said has been recognized.
import type { RealtimeListener } from '#server/ports/realtime-model.ts'
import type { RecognitionSettings, SpeechToText } from '#server/ports/speech-to-text.ts'

export type HearingListener = Pick<RealtimeListener, 'interim' | 'final' | 'finalized' | 'turnEnded' | 'failed'>

/** A `finalize` that has not been answered. */
interface Question {
  isOfListener: boolean
  answered: (() => void)[]
}

export function openHearing(speechToText: SpeechToText, settings: RecognitionSettings, listener: HearingListener) {
  const questions: Question[] = []
  let isSpeaking = false
  let hasInterim = false

  const recognizer = speechToText.open(settings, {
    interim(text) {
      hasInterim = true
      listener.interim(text)
    },
    final(text) {
      hasInterim = false
      listener.final(text)
    },
    finalized() {
      const question = questions.shift()
      if (question?.isOfListener) listener.finalized()
      for (const answered of question?.answered ?? []) answered()
    },
    turnEnded: () => listener.turnEnded(),
    failed(failure) {
      close()
      listener.failed(failure)
    },
  })

  function ask(question: Question): void {
    questions.push(question)
    hasInterim = false
    recognizer.finalize()
  }

  function close(): void {
    recognizer.close()
    for (const { answered } of questions.splice(0)) for (const resolve of answered) resolve()
  }

  return {
    write: (audio: Uint8Array): void => recognizer.write(audio),
    speechStarted(): void {
      isSpeaking = true
      recognizer.speechStarted()
    },
    speechMayHavePaused: (): void => recognizer.speechMayHavePaused?.(),
    speechPaused(): void {
      isSpeaking = false
      ask({ isOfListener: true, answered: [] })
    },
    /** Resolves when the words before it have been delivered as final, or after `close`. */
    async settled(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (isSpeaking || hasInterim) {
        ask({ isOfListener: false, answered: [resolve] })
        // The customer continues speaking.
        if (isSpeaking) recognizer.speechStarted()
      } else if (questions.length > 0) questions.at(-1)!.answered.push(resolve)
      else resolve()
      return promise
    },
    close,
  }
}
