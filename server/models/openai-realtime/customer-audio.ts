// Sends the audio of the customer, without long silence, and commits what was said.
import { createAudioHistory } from '../vendor-speech/audio-history.ts'

interface Options {
  append(audio: Uint8Array): void
  commit(): void
  /** The vendor detects turns, for which it needs the silence as well. */
  isContinuous: boolean
}

/** 300 ms before the detected start of speech, which is detected late. */
const preRollBytes = 2_400
/** The vendor refuses to commit less than 100 ms. */
const minCommitBytes = 800

export function createCustomerAudio({ append, commit, isContinuous }: Options) {
  const history = createAudioHistory(preRollBytes)
  let sentTo = 0
  let uncommittedBytes = 0
  let isSpeaking = false
  let hasUncommittedSpeech = false

  function send(audio: Uint8Array): void {
    append(audio)
    uncommittedBytes += audio.length
  }

  function committed(): void {
    uncommittedBytes = 0
    hasUncommittedSpeech = isSpeaking
  }

  return {
    write(audio: Uint8Array): void {
      if (audio.length === 0) return
      history.append(audio)
      if (!isSpeaking && !isContinuous) return
      send(audio)
      sentTo = history.end()
    },
    started(): void {
      isSpeaking = true
      hasUncommittedSpeech = true
      history.read(sentTo, send)
      sentTo = history.end()
    },
    paused(): void {
      isSpeaking = false
    },
    hasUncommittedSpeech: () => hasUncommittedSpeech,
    /** Commits the speech since the last commit, if there is enough of it. */
    commit(): void {
      if (!hasUncommittedSpeech || uncommittedBytes < minCommitBytes) return
      commit()
      committed()
    },
    /** The vendor has committed by itself. */
    committed,
  }
}
