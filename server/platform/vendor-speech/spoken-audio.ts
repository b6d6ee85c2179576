// The audio of the utterance that is being spoken, with the position of its last sound.

const bytesPerMs = 8
/** In mu-law, about −40 dB below full scale: quieter than speech on a telephone, louder than the noise of a line. */
export const isLoud = (byte: number): boolean => (byte & 0x7f) <= 0x62

export interface Utterance {
  /** Returns how many bytes fit. They may be reused after the call. */
  append(audio: Uint8Array): number
  /** A copy of everything so far. */
  audio(): Uint8Array
  durationMs(): number
  /** The end of the last sound, in milliseconds from the beginning. */
  lastSoundMs(): number
}

export function createUtterance(maxMs: number): Utterance {
  // Grows with the audio, because most utterances are short.
  let buffer = new Uint8Array(2_000 * bytesPerMs)
  let length = 0
  let soundEnd = 0
  return {
    append(audio) {
      const added = audio.subarray(0, maxMs * bytesPerMs - length)
      while (length + added.length > buffer.length) {
        const larger = new Uint8Array(2 * buffer.length)
        larger.set(buffer)
        buffer = larger
      }
      buffer.set(added, length)
      length += added.length
      if (added.some(isLoud)) soundEnd = length
      return added.length
    },
    audio: () => buffer.slice(0, length),
    durationMs: () => length / bytesPerMs,
    lastSoundMs: () => soundEnd / bytesPerMs,
  }
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
