// Mu-law telephone audio: conversion from and to PCM, loudness, tones and WAV files.
// https://www.itu.int/rec/T-REC-G.711
/** The audio or the keys of a virtual phone are invalid. */
export class InvalidStep extends Error {}

export const bytesPerMs = 8
export const frameMs = 20
export const frameBytes = frameMs * bytesPerMs
const maxReadBytes = 10 * 60_000 * bytesPerMs

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

/** The beep of an answering machine. */
export const beep = tone({ ms: 400, hz: 1_000 })

/** A WAV file with 16-bit samples at 8,000 Hz, of one or more channels of mu-law audio of the same length. */
export function encodeWav(channels: readonly Uint8Array[]): Buffer {
  const [count, width] = [channels[0]?.length ?? 0, channels.length * 2]
  const file = Buffer.alloc(44 + count * width)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + count * width, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(channels.length, 22)
  file.writeUInt32LE(8_000, 24)
  file.writeUInt32LE(8_000 * width, 28)
  file.writeUInt16LE(width, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(count * width, 40)
  for (const [channel, audio] of channels.entries())
    for (let index = 0; index < count; index++)
      file.writeInt16LE(toPcm(audio[index]!), 44 + index * width + channel * 2)
  return file
}

/**
 * Reads the first channel of a WAV file; other bytes are mu-law audio already. Ten minutes at most are read. Throws a
 * `InvalidStep`.
 */
export function readAudio(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.toString('latin1', 0, 4) !== 'RIFF')
    return bytes.length > maxReadBytes ? bytes.subarray(0, maxReadBytes) : bytes
  let format: WavFormat | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const [name, size] = [file.toString('latin1', at, at + 4), file.readUInt32LE(at + 4)]
    const chunk = file.subarray(at + 8, at + 8 + size)
    if (name === 'fmt ' && chunk.length >= 16) format = readFormat(chunk)
    if (name === 'data' && format) return resample(chunk, format)
    at += 8 + size + (size % 2)
  }
  throw new InvalidStep('The WAV file has no audio.')
}

interface WavFormat {
  /** The bytes of one sample of all channels. */
  width: number
  rate: number
  sampleAt(data: Buffer, at: number): number
}

const sampleReaders: Readonly<Record<string, WavFormat['sampleAt']>> = {
  'PCM 8': (data, at) => (data[at]! - 128) << 8,
  'PCM 16': (data, at) => data.readInt16LE(at),
  'A-law': (data, at) => decodeALaw(data[at]!),
  'mu-law': (data, at) => toPcm(data[at]!),
}

function readFormat(chunk: Buffer): WavFormat {
  const [tag, channels, rate] = [chunk.readUInt16LE(0), chunk.readUInt16LE(2), chunk.readUInt32LE(4)]
  // WAVE_FORMAT_EXTENSIBLE names the encoding in its GUID.
  const code = tag === 0xfffe && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag
  const bits = code === 1 ? chunk.readUInt16LE(14) : 8
  const sampleAt = sampleReaders[code === 1 ? `PCM ${bits}` : code === 6 ? 'A-law' : code === 7 ? 'mu-law' : '']
  if (!sampleAt || channels < 1)
    throw new InvalidStep('The WAV file has another encoding than PCM of 8 or 16 bits, mu-law and A-law.')
  if (rate < 4_000 || rate > 192_000) throw new InvalidStep(`The WAV file has ${rate} samples per second.`)
  return { width: (channels * bits) / 8, rate, sampleAt }
}

/** Averages the samples that fall into one, which also keeps high frequencies out. */
function resample(data: Buffer, { width, rate, sampleAt }: WavFormat): Uint8Array {
  const step = rate / 8_000
  const audio = new Uint8Array(Math.min(Math.floor(Math.floor(data.length / width) / step), maxReadBytes))
  for (let index = 0; index < audio.length; index++) {
    const from = Math.floor(index * step)
    const to = Math.max(from + 1, Math.floor((index + 1) * step))
    let sum = 0
    for (let sample = from; sample < to; sample++) sum += sampleAt(data, sample * width)
    audio[index] = toMuLaw(sum / (to - from))
  }
  return audio
}

function decodeALaw(code: number): number {
  const bits = code ^ 0x55
  const [exponent, mantissa] = [(bits & 0x70) >> 4, (bits & 0x0f) << 4]
  const magnitude = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1)
  return bits & 0x80 ? magnitude : -magnitude
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
