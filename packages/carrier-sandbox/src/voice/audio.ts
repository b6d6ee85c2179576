// Mu-law telephone audio: conversion from and to PCM, loudness, tones and WAV files.
// https://www.itu.int/rec/T-REC-G.711
/** The audio or the keys of a virtual phone are invalid. */
export class InvalidStep extends Error {}

export const bytesPerMs = 8
export const frameMs = 20
export const frameBytes = frameMs * bytesPerMs

/** One frame; never changed. */
export const silence: Uint8Array = new Uint8Array(frameBytes).fill(0xff)

const decoded = Int16Array.from({ length: 256 }, (_, code) => decodeSample(code))
/** Indexed by the sample plus 32,768. */
const encoded = Uint8Array.from({ length: 65_536 }, (_, index) => encodeSample(index - 32_768))
const attenuatedCodes = Uint8Array.from(decoded, (sample) => encoded[Math.round(sample / 10) + 32_768]!)

export const toPcm = (code: number): number => decoded[code]!

/** Limits the sample to 16 bits. */
export function toMuLaw(sample: number): number {
  return encoded[Math.max(-32_768, Math.min(32_767, Math.round(sample))) + 32_768]!
}

/** Reduces mu-law audio by 20 dB. */
export const attenuate = (audio: Uint8Array): Uint8Array => audio.map((code) => attenuatedCodes[code]!)

export function mix(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((code, index) => toMuLaw(toPcm(code) + toPcm(b[index] ?? 0xff)))
}

/** Whether the frame is louder than about -42 dBFS, as speech is and the noise of a line is not. */
export function isLoud(frame: Uint8Array): boolean {
  let energy = 0
  for (const code of frame) energy += decoded[code]! ** 2
  return energy > frame.length * 260 ** 2
}

/** A sine tone in mu-law, at -12 dBFS by default. */
export function tone(options: { ms: number; hz?: number; amplitude?: number }): Uint8Array {
  const { ms, hz = 440, amplitude = 8_000 } = options
  const step = (2 * Math.PI * hz) / 8_000
  return Uint8Array.from({ length: ms * bytesPerMs }, (_, index) => toMuLaw(amplitude * Math.sin(index * step)))
}

/** A stereo WAV file with 16-bit samples at 8,000 Hz. Both channels have the same length. */
export function stereoWav(left: Uint8Array, right: Uint8Array): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + left.length * 4, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(2, 22)
  header.writeUInt32LE(8_000, 24)
  header.writeUInt32LE(32_000, 28)
  header.writeUInt16LE(4, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(left.length * 4, 40)
  const samples = new Int16Array(left.length * 2)
  for (let index = 0; index < left.length; index++) {
    samples[index * 2] = toPcm(left[index]!)
    samples[index * 2 + 1] = toPcm(right[index]!)
  }
  return Buffer.concat([header, Buffer.from(samples.buffer)])
}

/** Reads a WAV file of 16-bit PCM or mu-law at any rate; other bytes are mu-law audio already. Throws a `InvalidStep`. */
export function readAudio(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.toString('latin1', 0, 4) !== 'RIFF') return bytes
  let format: { code: number; channels: number; rate: number } | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const [name, size] = [file.toString('latin1', at, at + 4), file.readUInt32LE(at + 4)]
    const chunk = file.subarray(at + 8, at + 8 + size)
    if (name === 'fmt ' && chunk.length >= 16)
      format = { code: chunk.readUInt16LE(0), channels: chunk.readUInt16LE(2), rate: chunk.readUInt32LE(4) }
    if (name === 'data' && format) return resample(samplesOf(chunk, format), format.rate)
    at += 8 + size + (size % 2)
  }
  throw new InvalidStep('The WAV file has no audio.')
}

/** The first channel. */
function samplesOf(data: Buffer, { code, channels }: { code: number; channels: number }): Int16Array {
  if ((code !== 1 && code !== 7) || channels < 1)
    throw new InvalidStep('The WAV file is neither 16-bit PCM nor mu-law.')
  const width = (code === 1 ? 2 : 1) * channels
  return Int16Array.from({ length: Math.floor(data.length / width) }, (_, index) =>
    code === 1 ? data.readInt16LE(index * width) : toPcm(data[index * width]!),
  )
}

/** Averages the samples that fall into one, which also keeps high frequencies out. */
function resample(samples: Int16Array, rate: number): Uint8Array {
  const step = rate / 8_000
  if (!(step > 0)) throw new InvalidStep('The WAV file has no sample rate.')
  return Uint8Array.from({ length: Math.floor(samples.length / step) }, (_, index) => {
    const from = Math.floor(index * step)
    const part = samples.subarray(from, Math.max(from + 1, Math.floor((index + 1) * step)))
    return toMuLaw(part.reduce((sum, sample) => sum + sample, 0) / part.length)
  })
}

function decodeSample(code: number): number {
  const bits = ~code & 0xff
  const magnitude = (((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)
  return bits & 0x80 ? 0x84 - magnitude : magnitude - 0x84
}

function encodeSample(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), 32_635) + 0x84
  const exponent = 24 - Math.clz32(magnitude)
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff
}
