// Serves the preview audio of every voice: a chime in place of the vendor's recording.
import type { Callback } from '#server/platform/http/callbacks.ts'

export const voiceSamplePath = '/voices/sample.wav'

const samplesPerSecond = 16_000
const notes = [
  { hertz: 523.25, fromSeconds: 0 },
  { hertz: 783.99, fromSeconds: 0.25 },
]

export const voiceCallbacks: Callback[] = [
  {
    method: 'GET',
    path: voiceSamplePath,
    answer: async () => {
      sample ??= createChime()
      const headers = { 'content-type': 'audio/wav', 'cache-control': 'public, max-age=86400' }
      return { status: 200, headers, body: sample }
    },
  },
]

let sample: Buffer | undefined

/** A 16-bit mono WAV file. http://soundfile.sapp.org/doc/WaveFormat/ */
function createChime(): Buffer {
  const count = samplesPerSecond // One second.
  const file = Buffer.alloc(44 + count * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(samplesPerSecond, 24)
  file.writeUInt32LE(samplesPerSecond * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(count * 2, 40)
  for (let index = 0; index < count; index++)
    file.writeInt16LE(Math.round(amplitudeAt(index / samplesPerSecond) * 0x7fff), 44 + index * 2)
  return file
}

function amplitudeAt(second: number): number {
  const playing = notes.filter(({ fromSeconds }) => second >= fromSeconds)
  return playing.reduce((sum, { hertz, fromSeconds }) => {
    const age = second - fromSeconds
    return sum + 0.2 * Math.min(1, age * 100) * Math.exp(-6 * age) * Math.sin(2 * Math.PI * hertz * age)
  }, 0)
}
