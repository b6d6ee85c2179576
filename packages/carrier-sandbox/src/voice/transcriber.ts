// Passes what the application says to a recogniser, one utterance at a time.
import { createSpeechDetector, frameBytes } from './audio.ts'
import type { VoiceEnvironment } from './environment.ts'

const maxFrames = 1_500
/** The start of speech is detected after its first frames. */
const leadFrames = 10

export function createTranscriber(
  { recognise, context }: Pick<VoiceEnvironment, 'recognise' | 'context'>,
  onText: (text: string, atMs: number) => void,
) {
  const speech = createSpeechDetector()
  let frames: Uint8Array[] = []
  let startedAtMs: number | undefined

  function finish(atMs: number): void {
    const audio = new Uint8Array(frames.length * frameBytes)
    for (const [index, frame] of frames.entries()) audio.set(frame, index * frameBytes)
    frames = []
    startedAtMs = undefined
    recognise!(audio).then(
      (text) => text.trim() !== '' && onText(text.trim(), atMs),
      (error: unknown) => context.log.error({ error }, 'the sandbox carrier could not recognise speech'),
    )
  }

  return {
    push(frame: Uint8Array, nowMs: number): void {
      if (!recognise) return
      speech.push(frame)
      frames.push(frame)
      if (speech.isSpeaking()) startedAtMs ??= nowMs
      else if (startedAtMs !== undefined) finish(startedAtMs)
      else if (frames.length > leadFrames) frames.shift()
      if (frames.length >= maxFrames && startedAtMs !== undefined) finish(startedAtMs)
    },
    /** Recognizes what has not been followed by a pause. */
    end(): void {
      if (startedAtMs !== undefined) finish(startedAtMs)
    },
  }
}
