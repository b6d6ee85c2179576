// Reads and writes WAV files with 16-bit PCM audio.
// http://soundfile.sapp.org/doc/WaveFormat/
import { sampleRates } from './resample.ts'

export interface WavAudio {
  sampleRate: number
  /** One array of equal length per channel: one for mono, two for stereo (left, right). */
  channels: Int16Array[]
}

export class WavError extends Error {}

const maxChunks = 1_000
export const maxWavBytes = 256 * 2 ** 20
const formats = { pcm: 1, extensible: 0xfffe }

/**
 * Accepts files whose last chunk is shorter than its header says, as programs write them to a pipe.
 * Throws a `WavError` for everything that is not 16-bit PCM in one or two channels.
 */
export function readWav(file: Uint8Array): WavAudio {
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
      return { sampleRate: format.sampleRate, channels: readChannels(view, start, size, format.channels) }
    }
    // Chunks are padded to an even length.
    offset = start + size + (size % 2)
  }
  throw new WavError('The WAV file has no audio.')
}

interface Format {
  sampleRate: number
  channels: number
}

function readFormat(view: DataView, start: number, size: number): Format {
  if (size < 16) throw new WavError('The format of the WAV file is incomplete.')
  const encoding = view.getUint16(start, true)
  const channels = view.getUint16(start + 2, true)
  const sampleRate = view.getUint32(start + 4, true)
  const bits = view.getUint16(start + 14, true)
  // The extensible format repeats the actual encoding at the beginning of its sub-format.
  const actual = encoding === formats.extensible && size >= 26 ? view.getUint16(start + 24, true) : encoding
  if (actual !== formats.pcm || bits !== 16) throw new WavError('The WAV file is not 16-bit PCM.')
  if (channels !== 1 && channels !== 2) throw new WavError('The WAV file has more than two channels, or none.')
  if (sampleRate < sampleRates.min || sampleRate > sampleRates.max)
    throw new WavError(`The sample rate ${sampleRate} of the WAV file is not supported.`)
  return { sampleRate, channels }
}

function readChannels(view: DataView, start: number, size: number, count: number): Int16Array[] {
  const frames = Math.floor(size / (2 * count))
  return Array.from({ length: count }, (_, channel) => {
    const samples = new Int16Array(frames)
    for (let index = 0; index < frames; index++)
      samples[index] = view.getInt16(start + 2 * (index * count + channel), true)
    return samples
  })
}

const tagAt = (view: DataView, offset: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)))

/** A shorter channel is continued with silence. Throws a `WavError` if there are not one or two channels. */
export function writeWav({ sampleRate, channels }: WavAudio): Uint8Array<ArrayBuffer> {
  const count = channels.length
  if (count !== 1 && count !== 2) throw new WavError('A WAV file has one or two channels.')
  const frames = Math.max(...channels.map(({ length }) => length))
  const dataBytes = frames * count * 2
  if (44 + dataBytes > maxWavBytes) throw new WavError('The WAV file would be too large.')
  const file = new Uint8Array(44 + dataBytes)
  const view = new DataView(file.buffer)
  const putTag = (offset: number, tag: string) => file.set(Buffer.from(tag, 'latin1'), offset)
  putTag(0, 'RIFF')
  view.setUint32(4, file.length - 8, true)
  putTag(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, formats.pcm, true)
  view.setUint16(22, count, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * count * 2, true)
  view.setUint16(32, count * 2, true)
  view.setUint16(34, 16, true)
  putTag(36, 'data')
  view.setUint32(40, dataBytes, true)
  for (const [channel, samples] of channels.entries())
    for (let index = 0; index < samples.length; index++)
      view.setInt16(44 + 2 * (index * count + channel), samples[index]!, true)
  return file
}
