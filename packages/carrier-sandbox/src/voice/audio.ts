// The audio of virtual phones: loudness, mixing, tones and files.
import {
  decodeMulaw,
  encodeMulaw,
  mulawSamples,
  openWav,
  resample,
  toSample,
  WavError,
  writeWav,
} from '@parley/telephone'

/** The audio or the keys of a virtual phone are invalid. */
export class InvalidStep extends Error {}

export const bytesPerMs = 8
export const frameMs = 20
export const frameBytes = frameMs * bytesPerMs
const maxReadBytes = 10 * 60_000 * bytesPerMs

/** One frame; never changed. */
export const silence: Uint8Array = new Uint8Array(frameBytes).fill(0xff)

const attenuatedCodes = encodeMulaw(mulawSamples.map((sample) => Math.round(sample / 10)))

/** Reduces mu-law audio by 20 dB. */
export const attenuate = (audio: Uint8Array): Uint8Array => audio.map((code) => attenuatedCodes[code]!)

export function mix(a: Uint8Array, b: Uint8Array): Uint8Array {
  const samples = decodeMulaw(a)
  return encodeMulaw(samples.map((sample, index) => toSample(sample + mulawSamples[b[index] ?? 0xff]!)))
}

/** Whether the frame is louder than about -42 dBFS, as speech is and the noise of a line is not. */
export function isLoud(frame: Uint8Array): boolean {
  let energy = 0
  for (const code of frame) energy += mulawSamples[code]! ** 2
  return energy > frame.length * 260 ** 2
}

/** A sine tone in mu-law, at -12 dBFS by default. */
export function tone(options: { ms: number; hz?: number; amplitude?: number }): Uint8Array {
  const { ms, hz = 440, amplitude = 8_000 } = options
  const step = (2 * Math.PI * hz) / 8_000
  return encodeMulaw(
    Int16Array.from({ length: ms * bytesPerMs }, (_, index) => Math.round(amplitude * Math.sin(index * step))),
  )
}

/** The beep of an answering machine. */
export const beep = tone({ ms: 400, hz: 1_000 })

/** A WAV file with 16-bit samples at 8,000 Hz, of one or two channels of mu-law audio. */
export const encodeWav = (channels: readonly Uint8Array[]): Buffer =>
  Buffer.from(writeWav({ sampleRate: 8_000, channels: channels.map((audio) => decodeMulaw(audio)) }).buffer)

/**
 * Reads the first channel of a WAV file; other bytes are mu-law audio already. Ten minutes at most are read. Throws a
 * `InvalidStep`.
 */
export function readAudio(bytes: Uint8Array): Uint8Array {
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'RIFF')
    return bytes.length > maxReadBytes ? bytes.subarray(0, maxReadBytes) : bytes
  const { encoding, channelCount, sampleRate, length, sampleAt } = openFile(bytes)
  if (!encoding || channelCount < 1)
    throw new InvalidStep('The WAV file has another encoding than PCM of 8 or 16 bits, mu-law and A-law.')
  if (sampleRate < 4_000 || sampleRate > 192_000)
    throw new InvalidStep(`The WAV file has ${sampleRate} samples per second.`)
  const read = Math.min(length, Math.floor((maxReadBytes * sampleRate) / 8_000))
  const samples = Int16Array.from({ length: read }, (_, index) => sampleAt(0, index))
  return encodeMulaw(resample(samples, sampleRate, 8_000))
}

function openFile(bytes: Uint8Array) {
  try {
    return openWav(bytes)
  } catch (error) {
    throw error instanceof WavError ? new InvalidStep(error.message) : error
  }
}
