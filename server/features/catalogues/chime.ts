// The sample of a voice that this installation cannot speak: a chime in place of speech.
import { writeWav } from '@parley/telephone'

const samplesPerSecond = 16_000
const notes = [
  { hertz: 523.25, fromSeconds: 0 },
  { hertz: 783.99, fromSeconds: 0.25 },
]

let wav: Uint8Array | undefined

/** A WAV file of one second. */
export function chime(): Uint8Array {
  wav ??= createChime()
  return wav
}

function createChime(): Uint8Array {
  const samples = Int16Array.from({ length: samplesPerSecond }, (_, index) =>
    Math.round(amplitudeAt(index / samplesPerSecond) * 0x7fff),
  )
  return writeWav({ sampleRate: samplesPerSecond, channels: [samples] })
}

function amplitudeAt(second: number): number {
  const playing = notes.filter(({ fromSeconds }) => second >= fromSeconds)
  return playing.reduce((sum, { hertz, fromSeconds }) => {
    const age = second - fromSeconds
    return sum + 0.2 * Math.min(1, age * 100) * Math.exp(-6 * age) * Math.sin(2 * Math.PI * hertz * age)
  }, 0)
}
