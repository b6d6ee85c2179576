// What the playout of a call needs, and what it reports.
import type { MediaLine } from '#server/ports/media-line.ts'
import type { PlayoutVolumeOptions } from './playout-volume.ts'
import type { Segment } from './segment.ts'

/** Background sound that continues between utterances. */
export interface Background {
  /** Adds the sound to mu-law audio in place. */
  mix(audio: Uint8Array): void
}

export interface PlayoutOptions extends PlayoutVolumeOptions {
  line: Pick<MediaLine, 'sendAudio' | 'sendMark' | 'clear'>
  now(): number
  background?: Background
  /** The first audio of a segment was sent. */
  started?(segment: Segment): void
  /** `audibleAtMs` of a segment has changed. */
  audible?(segment: Segment): void
  /** Audio was sent. The bytes are reused. */
  scheduled?(audio: Uint8Array, scheduled: Scheduled): void
  /** Audio after `atMs` is not heard: the last bytes that were scheduled. */
  discarded?(atMs: number, bytes: number): void
  /** A segment was heard completely, or it ended without audio. */
  finished?(segment: Segment): void
  /** Everything was heard, and no segment is waiting for audio. */
  drained?(): void
  /** The audio of a segment did not continue. */
  stalled?(segment: Segment): void
}

export interface Scheduled {
  /** When the customer hears it. */
  atMs: number
  /** It follows the audio before without a gap. */
  isContinued: boolean
  /** Undefined for background sound, and for the end of a sound that was stopped. */
  segment: Segment | undefined
}
