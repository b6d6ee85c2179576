// Recognizes what a person says who has taken a call over.
import type { VoiceActivityDetector } from '@parley/speech'
import type { RecognitionSettings, SpeechFailure, SpeechToText } from '#server/ports/speech-to-text.ts'

/** Speech begins with so many frames of sound, and ends after so many without. */
const framesToStart = 3
const framesToEnd = 20
/** The last words arrive within this time after the person has left. */
const lastWordsMs = 2_500

export interface AgentSpeechOptions {
  speechToText: SpeechToText
  recognition: RecognitionSettings
  detector: VoiceActivityDetector
  now(): number
  said(text: string, startedMs: number): void
  failed(failure: SpeechFailure): void
}

export type AgentSpeech = ReturnType<typeof openAgentSpeech>

export function openAgentSpeech({ speechToText, recognition, detector, now, said, failed }: AgentSpeechOptions) {
  let words: string[] = []
  let startedMs = now()
  let soundFrames = 0
  let silentFrames = 0
  let isSpeaking = false
  let isClosed = false

  const stream = speechToText.open(recognition, {
    interim() {},
    final: (text) => words.push(text),
    finalized: report,
    turnEnded() {},
    failed,
  })

  function report(): void {
    if (words.length > 0) said(words.join(' '), startedMs)
    words = []
  }

  function end(): void {
    isSpeaking = false
    soundFrames = 0
    stream.finalize()
  }

  return {
    /** 20 ms. */
    write(frame: Uint8Array): void {
      if (isClosed) return
      const isSound = detector.isSpeech(frame)
      stream.write(frame)
      silentFrames = isSound ? 0 : silentFrames + 1
      soundFrames = isSound ? soundFrames + 1 : silentFrames >= framesToStart ? 0 : soundFrames
      if (!isSpeaking && soundFrames >= framesToStart) {
        isSpeaking = true
        startedMs = now() - soundFrames * 20
        stream.speechStarted()
      } else if (isSpeaking && silentFrames >= framesToEnd) end()
    },
    isSpeaking: () => isSpeaking,
    close(): void {
      if (isClosed) return
      isClosed = true
      detector.close()
      end()
      setTimeout(() => {
        report()
        stream.close()
      }, lastWordsMs).unref()
    },
  }
}
