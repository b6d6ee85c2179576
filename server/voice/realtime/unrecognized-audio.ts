// Keeps the customer's audio whose words are not known yet, for a session that replaces a lost connection.
import type { RealtimeSession } from '#server/ports/realtime-model.ts'

/** Speech is detected late, so its beginning is before the detection. */
const preRollFrames = 15
/** 30 seconds. */
const maxFrames = 1_500

export function createUnrecognizedAudio() {
  const frames: Uint8Array[] = []
  let framesOfSpeech = 0
  let isSpeaking = false
  let openPauses = 0

  function keep(count: number): void {
    if (frames.length > count) frames.splice(0, frames.length - count)
  }

  return {
    /** The number of pauses whose words are not known. */
    openPauses: () => openPauses,
    isSpeaking: () => isSpeaking,
    write(frame: Uint8Array): void {
      const limit = isSpeaking || openPauses > 0 ? maxFrames : preRollFrames
      keep(limit)
      const oldest = frames.length === limit ? frames.shift() : undefined
      const copy = oldest?.length === frame.length ? oldest : new Uint8Array(frame.length)
      copy.set(frame)
      frames.push(copy)
      framesOfSpeech++
    },
    started(): void {
      isSpeaking = true
      framesOfSpeech = preRollFrames
    },
    paused(): void {
      isSpeaking = false
      openPauses++
    },
    /** The words before a pause are known. */
    recognized(): void {
      openPauses = Math.max(0, openPauses - 1)
      if (openPauses === 0) keep(isSpeaking ? framesOfSpeech : preRollFrames)
    },
    /** Speaks it again, as one piece of speech with at most one pause. */
    replay(session: RealtimeSession): void {
      if (!isSpeaking && openPauses === 0) return
      session.speechStarted()
      for (const frame of frames) session.write(frame)
      if (!isSpeaking) session.speechPaused()
    },
  }
}
