// Reads and writes WAV files.
// http://soundfile.sapp.org/doc/WaveFormat/
import { mulawSamples } from '../browser/mulaw.js'
import { sampleRates } from '../browser/resample.js'
import { alawSamples } from './alaw.ts'

export interface WavAudio {
  sampleRate: number
  /** One array of equal length per channel: one for mono, two for stereo (left, right). */
  channels: Int16Array[]
}

export class WavError extends Error {}

const maxChunks = 1_000
export const maxWavBytes = 256 * 2 ** 20
const formats = { pcm: 1, aLaw: 6, muLaw: 7, extensible: 0xfffe }

/** The audio in the bytes of a file. */
export interface WavFile {
  sampleRate: number
  channelCount: number
  /** Undefined for an encoding other than these. */
  encoding: 'PCM 8' | 'PCM 16' | 'A-law' | 'mu-law' | undefined
  /** The samples of one channel. */
  length: number
  /** Any sample as 16 bits. */
  sampleAt(channel: number, index: number): number
}

/**
 * Accepts files whose last chunk is shorter than its header says, as programs write them to a pipe. Throws a `WavError`
 * unless the file has audio.
 */
export function openWav(file: Uint8Array): WavFile {
  if (file.length > maxWavBytes) throw new WavError('The WAV file is too large.')
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < 12 || tagAt(view, 0) !== 'RIFF' || tagAt(view, 8) !== 'WAVE')
    throw new WavError('The file is not a WAV file.')
  let format: Format | undefined
  for (let offset = 12, chunk = 0; offset + 8 <= file.length && chunk < maxChunks; chunk++) {
    const tag = tagAt(view, offset)
    const declared = view.getUint32(offset + 4, true)
    const start = offset + 8
    const size = Math.min(declared, file.length - start)
    if (tag === 'fmt ') format = readFormat(view, start, size)
    if (tag === 'data') {
      if (!format) throw new WavError('The WAV file has no format before its audio.')
      return audioIn(view, start, size, format)
    }
    // Chunks are padded to an even length.
    offset = start + size + (size % 2)
  }
  throw new WavError('The WAV file has no audio.')
}

type Format = Pick<WavFile, 'sampleRate' | 'channelCount' | 'encoding'>

function readFormat(view: DataView, start: number, size: number): Format {
  if (size < 16) throw new WavError('The format of the WAV file is incomplete.')
  const code = view.getUint16(start, true)
  const bits = view.getUint16(start + 14, true)
  // The extensible format repeats the actual encoding at the beginning of its sub-format.
  const actual = code === formats.extensible && size >= 26 ? view.getUint16(start + 24, true) : code
  return {
    sampleRate: view.getUint32(start + 4, true),
    channelCount: view.getUint16(start + 2, true),
    encoding: encodingOf(actual, bits),
  }
}

function encodingOf(code: number, bits: number): WavFile['encoding'] {
  if (code === formats.aLaw) return 'A-law'
  if (code === formats.muLaw) return 'mu-law'
  return code === formats.pcm && bits === 16 ? 'PCM 16' : code === formats.pcm && bits === 8 ? 'PCM 8' : undefined
}

function audioIn(view: DataView, start: number, size: number, format: Format): WavFile {
  const { channelCount: count, encoding } = format
  const bytes = encoding === 'PCM 16' ? 2 : 1
  const at = (channel: number, index: number): number => start + bytes * (index * count + channel)
  const readers: Record<NonNullable<WavFile['encoding']>, WavFile['sampleAt']> = {
    'PCM 16': (channel, index) => view.getInt16(at(channel, index), true),
    'PCM 8': (channel, index) => (view.getUint8(at(channel, index)) - 128) << 8,
    'A-law': (channel, index) => alawSamples[view.getUint8(at(channel, index))]!,
    'mu-law': (channel, index) => mulawSamples[view.getUint8(at(channel, index))]!,
  }
  const length = encoding && count > 0 ? Math.floor(size / (bytes * count)) : 0
  return { ...format, length, sampleAt: readers[encoding ?? 'PCM 8'] }
}

/** Throws a `WavError` for everything that is not 16-bit PCM in one or two channels. */
export function readWav(file: Uint8Array): WavAudio {
  const { encoding, channelCount, sampleRate, length, sampleAt } = openWav(file)
  if (encoding !== 'PCM 16') throw new WavError('The WAV file is not 16-bit PCM.')
  if (channelCount !== 1 && channelCount !== 2) throw new WavError('The WAV file has more than two channels, or none.')
  if (sampleRate < sampleRates.min || sampleRate > sampleRates.max)
    throw new WavError(`The sample rate ${sampleRate} of the WAV file is not supported.`)
  const channels = Array.from({ length: channelCount }, (_, channel) => {
    const samples = new Int16Array(length)
    for (let index = 0; index < length; index++) samples[index] = sampleAt(channel, index)
    return samples
  })
  return { sampleRate, channels }
}

const tagAt = (view: DataView, offset: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)))

/** A shorter channel is continued with silence. Throws a `WavError` if there are not one or two channels. */
export function writeWav({ sampleRate, channels }: WavAudio): Uint8Array<ArrayBuffer> {
  const count = channels.length
  if (count !== 1 && count !== 2) throw new WavError('A WAV file has one or two channels.')
  const dataBytes = Math.max(...channels.map(({ length }) => length)) * count * 2
  const head = wavHead({ sampleRate, channelCount: count, dataBytes })
  if (head.length + dataBytes > maxWavBytes) throw new WavError('The WAV file would be too large.')
  const file = new Uint8Array(head.length + dataBytes)
  file.set(head)
  const view = new DataView(file.buffer, head.length)
  for (const [channel, samples] of channels.entries())
    for (let index = 0; index < samples.length; index++)
      view.setInt16(2 * (index * count + channel), samples[index]!, true)
  return file
}

export interface WavHead {
  sampleRate: number
  channelCount: number
  dataBytes: number
  /** Chunks of metadata, with their tags. Players skip those that they do not know. */
  chunks?: readonly Uint8Array[]
}

/** What a file has before its audio of 16-bit PCM. */
export function wavHead({ sampleRate, channelCount, dataBytes, chunks = [] }: WavHead): Uint8Array<ArrayBuffer> {
  const format = new DataView(new ArrayBuffer(16))
  format.setUint16(0, formats.pcm, true)
  format.setUint16(2, channelCount, true)
  format.setUint32(4, sampleRate, true)
  format.setUint32(8, sampleRate * channelCount * 2, true)
  format.setUint16(12, channelCount * 2, true)
  format.setUint16(14, 16, true)
  const before = [wavChunk('fmt ', new Uint8Array(format.buffer)), ...chunks]
  const bytes = before.reduce((sum, { length }) => sum + length, 0)
  return joined([chunkHead('RIFF', 4 + bytes + 8 + dataBytes), encode('WAVE'), ...before, chunkHead('data', dataBytes)])
}

/** Padded to an even length. */
export const wavChunk = (tag: string, content: Uint8Array): Uint8Array<ArrayBuffer> =>
  joined([chunkHead(tag, content.length), content, new Uint8Array(content.length % 2)])

function chunkHead(tag: string, bytes: number): Uint8Array {
  const head = new Uint8Array(8)
  head.set(encode(tag))
  new DataView(head.buffer).setUint32(4, bytes, true)
  return head
}

const encode = (tag: string): Uint8Array => new TextEncoder().encode(tag)

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
