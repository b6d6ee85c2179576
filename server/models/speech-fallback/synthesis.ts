// Synthesis that lets the next vendor speak an utterance when one fails, unless the customer has heard a part of it.
import type { Log } from '#server/platform/observability/log.ts'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type {
  Speaker,
  TextToSpeech,
  Utterance,
  UtteranceListener,
  VoiceSettings,
} from '#server/ports/text-to-speech.ts'
import { speechFailure } from '../vendor-speech/failures.ts'
import type { Synthesizer } from '../vendor-speech/speech-vendor.ts'

interface Options {
  log: Log
  /** For this time after a failure that may pass, the next vendor speaks, so that the voice does not alternate. Default: 30,000. */
  pauseMs?: number
}

/**
 * The vendor of the settings is asked first, then the others in their order; only those that support the language.
 * The deadline of the first audio is that of each adapter.
 */
export function createFallbackTextToSpeech(synthesizers: readonly Synthesizer[], options: Options): TextToSpeech {
  return {
    open(settings) {
      const supported = synthesizers.filter(({ supports }) => supports(settings.language))
      const preferred = (vendor: string) => (vendor === settings.vendor ? 0 : 1)
      supported.sort((a, b) => preferred(a.vendor) - preferred(b.vendor))
      return openSpeaker(supported, settings, options)
    },
  }
}

interface Candidate extends Synthesizer {
  speaker?: Speaker
  /** Milliseconds of `performance.now()`. */
  pausedUntil: number
}

function openSpeaker(
  synthesizers: readonly Synthesizer[],
  settings: VoiceSettings,
  { log, pauseMs = 30_000 }: Options,
): Speaker {
  const candidates: Candidate[] = synthesizers.map((synthesizer) => ({ ...synthesizer, pausedUntil: 0 }))
  let isClosed = false

  function speakerOf(candidate: Candidate): Speaker {
    const { vendor, adapter, replacementVoice } = candidate
    const voice = vendor === settings.vendor ? settings.voice : (replacementVoice?.(settings) ?? settings.voice)
    candidate.speaker ??= adapter.open({ ...settings, vendor, voice })
    return candidate.speaker
  }

  /** The first one that is not paused; if all are, the last one. */
  function choose(after: Candidate | undefined): Candidate | undefined {
    const rest = candidates.slice(after ? candidates.indexOf(after) + 1 : 0)
    return rest.find(({ pausedUntil }) => pausedUntil <= performance.now()) ?? rest.at(-1)
  }

  function speak(text: string, listener: UtteranceListener): Utterance {
    let isCancelled = false
    let utterance: Utterance | undefined

    function speakWith(candidate: Candidate): void {
      let hasAudio = false
      utterance = speakerOf(candidate).speak(text, {
        audio(chunk) {
          hasAudio = true
          listener.audio(chunk)
        },
        aligned: (alignment) => listener.aligned?.(alignment),
        done: () => listener.done(),
        failed(failure) {
          if (!hasAudio) continueAfter(candidate, failure)
          else listener.failed(failure)
        },
      })
    }

    function continueAfter(from: Candidate, failure: SpeechFailure) {
      // Another text may be acceptable.
      if (failure.code !== 'text_too_long')
        from.pausedUntil = failure.retryable ? performance.now() + pauseMs : Number.POSITIVE_INFINITY
      const to = choose(from)
      if (!to) return listener.failed(failure)
      const fallback = { from: from.vendor, to: to.vendor, code: failure.code }
      log.warn(fallback, 'speech synthesis failed, another vendor speaks')
      listener.fellBack?.(fallback)
      if (!isCancelled && !isClosed) speakWith(to)
    }

    const first = choose(undefined)
    if (first) speakWith(first)
    else
      setImmediate(() => {
        if (!isCancelled && !isClosed) listener.failed(speechFailure('Speech synthesis', 'language_not_supported'))
      })
    return {
      cancel() {
        isCancelled = true
        utterance?.cancel()
      },
    }
  }

  if (candidates[0]) speakerOf(candidates[0])
  return {
    speak: (text, listener) => (isClosed ? { cancel() {} } : speak(text, listener)),
    close() {
      isClosed = true
      for (const { speaker } of candidates) speaker?.close()
    },
  }
}
