// The recognition of one call, which changes to the language of the customer between two utterances.
import type {
  RecognitionListener,
  RecognitionSettings,
  RecognitionStream,
  SpeechToText,
} from '#server/ports/speech-to-text.ts'

export interface FollowedRecognition extends RecognitionStream {
  /** From the next utterance on, this language (ISO 639-1) is recognized. Repeated calls try again after a failure. */
  follow(language: string): void
}

interface Open {
  language: string
  stream: RecognitionStream
}

export function openFollowedRecognition(
  speechToText: SpeechToText,
  settings: RecognitionSettings,
  listener: RecognitionListener,
): FollowedRecognition {
  const all = [settings.language, ...settings.secondaryLanguages]
  /** Further attempts would fail as well. */
  const failed = new Set<string>()
  /** Requests for the final words of what was said. */
  let unanswered = 0
  let current = open(settings.language)
  /** Receives the same audio, and takes over when the customer begins to speak. */
  let next: Open | undefined

  function open(language: string): Open {
    const isCurrent = (): boolean => current === opened
    const ifCurrent =
      <A extends unknown[]>(report: (...values: A) => void) =>
      (...values: A): void => {
        if (isCurrent()) report(...values)
      }
    const secondaryLanguages = all.filter((other) => other !== language)
    const stream = speechToText.open(
      { ...settings, language, secondaryLanguages },
      {
        interim: ifCurrent(listener.interim),
        final: ifCurrent(listener.final),
        finalized: ifCurrent(() => {
          unanswered--
          listener.finalized()
        }),
        turnEnded: ifCurrent(listener.turnEnded),
        fellBack: ifCurrent((fallback) => listener.fellBack?.(fallback)),
        failed(failure) {
          if (isCurrent()) return listener.failed(failure)
          if (next !== opened) return
          next = undefined
          if (!failure.retryable) failed.add(language)
          listener.fellBack?.({ from: settings.vendor, to: settings.vendor, code: failure.code })
        },
      },
    )
    const opened: Open = { language, stream }
    return opened
  }

  function dropNext(): void {
    next?.stream.close()
    next = undefined
  }

  return {
    follow(language) {
      if (next?.language === language) return
      dropNext()
      const isHeard = current.language === language || current.stream.hears?.(language) === true
      if (!isHeard && !failed.has(language)) next = open(language)
    },
    write(audio) {
      current.stream.write(audio)
      next?.stream.write(audio)
    },
    speechStarted() {
      if (next && unanswered === 0) {
        current.stream.close()
        current = next
        next = undefined
      }
      current.stream.speechStarted()
    },
    speechMayHavePaused: () => current.stream.speechMayHavePaused?.(),
    finalize() {
      unanswered++
      current.stream.finalize()
    },
    hearsAnyVolume: () => current.stream.hearsAnyVolume?.() ?? false,
    close() {
      dropNext()
      current.stream.close()
    },
  }
}
