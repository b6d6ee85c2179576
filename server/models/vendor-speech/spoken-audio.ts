// The audio of the utterance that is being spoken, with the position of its last sound.

const bytesPerMs = 8
/** Of mu-law, without the sign: 0 is the loudest, and 16 steps are 6 dB. */
const stepOf = (byte: number): number => byte & 0x7f
/** About −40 dB below full scale: quieter than speech on a telephone, louder than the noise of a line. */
const loudStep = 0x62
/** In quiet speech, sound is this much quieter than the loudest part, about 25 dB, but louder than the noise of a line. */
const quietSteps = 67
const quietestStep = 0x72

export const isLoud = (byte: number): boolean => stepOf(byte) <= loudStep

export type Utterance = ReturnType<typeof createUtterance>

export function createUtterance(maxMs: number) {
  // Grows with the audio, because most utterances are short.
  let buffer = new Uint8Array(2_000 * bytesPerMs)
  let length = 0
  let soundEnd = 0
  let loudest = stepOf(0xff)
  return {
    /** Returns how many bytes fit. They may be reused after the call. */
    append(audio: Uint8Array): number {
      const added = audio.subarray(0, maxMs * bytesPerMs - length)
      while (length + added.length > buffer.length) {
        const larger = new Uint8Array(2 * buffer.length)
        larger.set(buffer)
        buffer = larger
      }
      buffer.set(added, length)
      length += added.length
      for (const byte of added) loudest = Math.min(loudest, stepOf(byte))
      const threshold = Math.max(loudStep, Math.min(quietestStep, loudest + quietSteps))
      if (added.some((byte) => stepOf(byte) <= threshold)) soundEnd = length
      return added.length
    },
    /** A copy of everything so far. */
    audio: (): Uint8Array => buffer.slice(0, length),
    /** Removes and returns the audio after the quietest moment of the last sixth, where probably no word is cut. */
    takeRest(): Uint8Array {
      const at = quietestAt(buffer.subarray(0, length))
      const rest = buffer.slice(at, length)
      length = at
      soundEnd = Math.min(soundEnd, at)
      return rest
    },
    durationMs: (): number => length / bytesPerMs,
    /** The end of the last sound, in milliseconds from the beginning. */
    lastSoundMs: (): number => soundEnd / bytesPerMs,
  }
}

/** The middle of the quietest 160 ms of the last sixth. */
function quietestAt(audio: Uint8Array): number {
  const window = 160 * bytesPerMs
  const start = Math.floor((audio.length * 5) / 6)
  let sum = 0
  let most = -1
  let at = audio.length
  for (let end = start; end < audio.length; end++) {
    sum += stepOf(audio[end]!)
    if (end - start < window) continue
    sum -= stepOf(audio[end - window]!)
    if (sum > most) [most, at] = [sum, end - window / 2]
  }
  return at
}

/** Keeps the latest audio, because speech is detected only after it has begun. */
export function createPreRoll(durationMs: number) {
  const frames: Uint8Array[] = []
  let length = 0
  return {
    append(audio: Uint8Array): void {
      frames.push(audio.slice(-durationMs * bytesPerMs))
      length += frames.at(-1)!.length
      while (length - frames[0]!.length >= durationMs * bytesPerMs) length -= frames.shift()!.length
    },
    /** Returns the audio and forgets it. */
    take(): Uint8Array {
      length = 0
      return Buffer.concat(frames.splice(0))
    },
  }
}
