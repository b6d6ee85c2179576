// Measures how much quieter audio is than the sound that it belongs to.

const initialDb = -40

export interface LoudnessOptions {
  /** The level of 20 ms of audio, in decibels. */
  levelOf(frame: Uint8Array): number
  /** The loudness changes by at most this much with each frame, so that a short noise does not determine it. */
  risingDb: number
  fallingDb: number
}

export function createLoudness({ levelOf, risingDb, fallingDb }: LoudnessOptions) {
  let loudnessDb = initialDb
  return {
    beginSound(): void {
      loudnessDb = initialDb
    },
    /** Takes the next 20 ms of the sound. Returns by how many decibels they are quieter. */
    quieterDb(frame: Uint8Array): number {
      const level = levelOf(frame)
      loudnessDb += Math.max(-fallingDb, Math.min(risingDb, level - loudnessDb))
      return loudnessDb - level
    },
  }
}
