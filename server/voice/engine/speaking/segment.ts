// One piece of speech on its way to the customer: its text, its audio, and how much of it was sent and heard.
import { mulawSamples } from '@parley/telephone'
import type { Alignment } from '#server/ports/text-to-speech.ts'
import type { TurnLatency } from '../call-record.ts'

/** Mu-law at 8,000 Hz. */
export const bytesPerMs = 8
/** Used until the length of the audio is known. */
const bytesPerCharacter = 60 * bytesPerMs
/** A word that was interrupted begins at most this long before. */
const repeatedBytes = 500 * bytesPerMs
/** Speech is compared in pieces of this length, to find where it is quiet. */
const quietBytes = 10 * bytesPerMs

/**
 * `answer` belongs to an answer of the assistant, `phrase` is spoken by the engine, `filler` covers a wait, `tones` are
 * keys that the assistant presses.
 */
export type SegmentKind = 'answer' | 'phrase' | 'filler' | 'tones'

export interface SegmentInput {
  generation: number
  /** Unique within the generation. */
  id: number
  kind: SegmentKind
  text: string
}

export type Segment = ReturnType<typeof createSegment>

export function createSegment({ generation, id, kind, text }: SegmentInput) {
  const chunks: Uint8Array[] = []
  /** The position of the first kept byte. Earlier audio was heard some time ago, and is released. */
  let base = 0
  let received = 0
  let complete = false
  /** Less than `heardBytes` while audio is repeated. */
  let playedBytes = 0
  /** Until there is sound, everything is silence. */
  let silentBytes = 0
  let hasSound = false
  const alignment = { characters: [] as string[], startsMs: [] as number[] }

  const segment = {
    generation,
    id,
    kind,
    text,
    sentBytes: 0,
    heardBytes: 0,
    /** When the first audio was sent to the carrier. */
    firstSentAtMs: undefined as number | undefined,
    /** When the customer begins to hear it, or began. Undefined before it is sent, and if it was discarded unheard. */
    audibleAtMs: undefined as number | undefined,
    /** The latency of the turn whose answer begins with this segment. */
    latency: undefined as TurnLatency | undefined,
    receivedBytes: () => received,
    /** The silence before the first sound. */
    silentMs: () => (hasSound ? silentBytes / bytesPerMs : 0),
    isComplete: () => complete,
    isSent: () => complete && segment.sentBytes >= received,
    isHeard: () => complete && segment.heardBytes >= received,
    unsentBytes: () => received - segment.sentBytes,
    /** Whether the words that were heard are known from their times or from the length of the whole audio. */
    isMeasured: () => complete || alignment.characters.length > 0,
    addAudio(chunk: Uint8Array): void {
      if (complete || chunk.length === 0) return
      chunks.push(chunk)
      received += chunk.length
      if (hasSound) return
      const at = chunk.findIndex(isSound)
      hasSound = at >= 0
      silentBytes += hasSound ? at : chunk.length
    },
    addText(delta: string): void {
      segment.text += delta
    },
    align(part: Alignment): void {
      alignment.characters.push(...part.characters)
      alignment.startsMs.push(...part.startsMs)
    },
    complete(): void {
      complete = true
    },
    /** Copies at most `limit` bytes of the next unsent audio into `target`, and returns their number. */
    read(target: Uint8Array, limit: number): number {
      let offset = segment.sentBytes - base
      let copied = 0
      for (const chunk of chunks) {
        if (copied === limit) break
        if (offset >= chunk.length) {
          offset -= chunk.length
          continue
        }
        const part = chunk.subarray(offset, offset + limit - copied)
        target.set(part, copied)
        copied += part.length
        offset = 0
      }
      segment.sentBytes += copied
      return copied
    },
    /** The audio was played up to here. */
    played(bytes: number): void {
      playedBytes = bytes
      segment.heardBytes = Math.max(segment.heardBytes, bytes)
      const keptFrom = segment.heardBytes - repeatedBytes
      while (chunks.length > 0 && base + chunks[0]!.length <= keptFrom) base += chunks.shift()!.length
    },
    /** The audio that was sent but not played will be sent again. */
    rewind(): void {
      segment.sentBytes = Math.floor(playedBytes)
    },
    /** After `rewind`: audio that was heard is sent again from its quietest moment on, where a word probably begins. */
    rewindToWord(): void {
      const to = segment.sentBytes
      const from = Math.max(base, to - repeatedBytes)
      const audio = new Uint8Array(to - from)
      segment.sentBytes = from
      segment.read(audio, audio.length)
      let quietest = Number.POSITIVE_INFINITY
      for (let end = audio.length % quietBytes; end <= audio.length; end += quietBytes) {
        const loudness = loudnessOf(audio.subarray(Math.max(0, end - quietBytes), end))
        if (end < quietBytes || loudness > quietest) continue
        quietest = loudness
        segment.sentBytes = from + end
      }
      playedBytes = segment.sentBytes
    },
    /** The words that were heard completely. */
    heardText(): string {
      if (segment.heardBytes === 0) return ''
      if (segment.isHeard()) return segment.text
      return wholeWords(segment.text, heardCharacters())
    },
  }

  function heardCharacters(): number {
    const heardMs = segment.heardBytes / bytesPerMs
    const { characters, startsMs } = alignment
    if (characters.length > 0) {
      const count = startsMs.findIndex((startMs) => startMs >= heardMs)
      const spoken = characters.slice(0, count === -1 ? undefined : count).join('')
      return spoken.length
    }
    const total = complete ? received : Math.max(received, segment.text.length * bytesPerCharacter)
    return Math.floor((segment.text.length * segment.heardBytes) / total)
  }

  return segment
}

function loudnessOf(audio: Uint8Array): number {
  let sum = 0
  for (const byte of audio) sum += Math.abs(mulawSamples[byte]!)
  return sum
}

function wholeWords(text: string, count: number): string {
  if (count >= text.length) return text
  let end = count
  while (end > 0 && !isSpace(text[end]) && !isSpace(text[end - 1])) end--
  return text.slice(0, end).trimEnd()
}

/** About −50 dB below full scale, in mu-law. */
const isSound = (byte: number): boolean => (byte & 0x7f) <= 0x72

const isSpace = (character: string | undefined): boolean => character === undefined || character.trim() === ''
