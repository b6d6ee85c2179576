// Encodes text in mu-law audio that a detector takes for speech, and reads it back exactly.
import { encodeMulawSample } from '@parley/telephone'

const frameBytes = 160
const frameMs = 20
/** Mu-law audio has four low bits per byte that change the amplitude by a few percent; they carry the data. */
const mark = [0xa, 0x5, 0xc, 0x3, 0x9, 0x6, 0xe, 0x1, 0x5, 0xa, 0x3, 0xc, 0x1, 0xe, 0x6, 0x9]
const contentBytes = (frameBytes - mark.length) / 2
/** The index and the number of the frames of the utterance (two bytes each), and the length of the text. */
const headBytes = 5
const checksumBytes = 4
const textBytes = contentBytes - headBytes - checksumBytes
const maxFrames = 0xffff

/**
 * Returns mu-law audio at 8,000 Hz whose words are spread over its duration. The duration is rounded up to whole frames
 * of 20 ms, and to what the text needs (63 bytes of UTF-8 per frame). At most 20 minutes.
 */
export function encodeScriptedSpeech(text: string, durationMs: number): Uint8Array {
  const bytes = Buffer.from(text)
  const frames = Math.max(1, Math.ceil(durationMs / frameMs), Math.ceil(bytes.length / textBytes))
  if (frames > maxFrames) throw new RangeError('The scripted speech is too long.')
  const audio = new Uint8Array(frames * frameBytes)
  for (let index = 0; index < frames; index++) {
    const [from, to] = [index, index + 1].map((frame) => Math.floor((frame * bytes.length) / frames))
    audio.set(encodeFrame(index, frames, bytes.subarray(from, to)), index * frameBytes)
  }
  return audio
}

function encodeFrame(index: number, frames: number, text: Uint8Array): Uint8Array {
  const content = Buffer.alloc(contentBytes)
  content.writeUInt16BE(index, 0)
  content.writeUInt16BE(frames, 2)
  content[4] = text.length
  content.set(text, headBytes)
  content.writeUInt32BE(checksumOf(content), contentBytes - checksumBytes)
  const carrier = carriers[Math.floor(index / framesPerSyllable) % carriers.length]!
  const frame = carrier.slice()
  for (let at = 0; at < mark.length; at++) frame[at]! |= mark[at]!
  for (let at = 0; at < contentBytes; at++) {
    frame[mark.length + 2 * at]! |= content[at]! >> 4
    frame[mark.length + 2 * at + 1]! |= content[at]! & 0x0f
  }
  return frame
}

/** FNV-1a of everything before the checksum. */
function checksumOf(content: Uint8Array): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < contentBytes - checksumBytes; at++) hash = Math.imul(hash ^ content[at]!, 0x01000193) >>> 0
  return hash
}

/** Reads a stream of audio in pieces of any length; the frames may begin at any byte. Lost frames lose their text. */
export function createScriptedSpeechReader() {
  /** The low bits of the latest bytes, up to one frame. */
  const nibbles = new Uint8Array(frameBytes)
  const content = Buffer.alloc(contentBytes)
  let position = 0
  let decoder = new TextDecoder()

  function readFrame(): string {
    for (let index = 0; index < contentBytes; index++)
      content[index] = (nibbles[mark.length + 2 * index]! << 4) | nibbles[mark.length + 2 * index + 1]!
    const length = content[4]!
    if (length > textBytes || content.readUInt32BE(contentBytes - checksumBytes) !== checksumOf(content)) return ''
    const isLast = content.readUInt16BE(0) === content.readUInt16BE(2) - 1
    const text = decoder.decode(content.subarray(headBytes, headBytes + length), { stream: !isLast })
    if (!isLast) return text
    decoder = new TextDecoder()
    return `${text} `
  }

  return {
    /** Returns the text that the audio completes. A space separates utterances. Other audio contains no text. */
    read(audio: Uint8Array): string {
      let text = ''
      for (let at = 0; at < audio.length; ) {
        // The rest of a frame is taken at once.
        if (position >= mark.length) {
          const end = Math.min(audio.length, at + frameBytes - position)
          while (at < end) nibbles[position++] = audio[at++]! & 0x0f
          if (position < frameBytes) break
          text += readFrame()
          position = 0
          continue
        }
        const nibble = audio[at++]! & 0x0f
        if (position === 0 && nibble !== mark[0]) continue
        nibbles[position++] = nibble
        if (nibble !== mark[position - 1]) position = restart(nibbles, position)
      }
      return text
    },
  }
}

/** Keeps the longest end of the received bits with which the mark begins; returns its length. */
function restart(nibbles: Uint8Array, position: number): number {
  for (let from = 1; from < position; from++) {
    if (!nibbles.subarray(from, position).every((nibble, index) => nibble === mark[index])) continue
    nibbles.copyWithin(0, from, position)
    return position - from
  }
  return 0
}

/** One second of syllables with a pitch of 200 Hz and the formants of four vowels; the low bits are free for data. */
const framesPerSyllable = 6
const vowels = [
  [700, 1_200],
  [400, 2_000],
  [300, 900],
  [550, 1_700],
] as const
const carriers = vowels.map((formants) =>
  Uint8Array.from({ length: frameBytes }, (_, index) => encodeMulawSample(vowelAt(index, formants)) & 0xf0),
)

function vowelAt(index: number, formants: readonly number[]): number {
  const seconds = (index % 40) / 8_000
  return formants.reduce(
    (sum, hertz) => sum + 4_000 * Math.exp(-400 * seconds) * Math.sin(2 * Math.PI * hertz * seconds + 0.5),
    0,
  )
}
