// What the playout of a call needs.
import type { MediaLine } from '#server/ports/media-line.ts'
import type { PlayoutEvent } from './events.ts'
import type { PlayoutVolumeOptions } from './playout-volume.ts'

/** Background sound that continues between utterances. */
export interface Background {
  /** Adds the sound to mu-law audio in place. */
  mix(audio: Uint8Array): void
}

export interface OutputOptions {
  line: Pick<MediaLine, 'sendAudio' | 'sendMark' | 'clear' | 'sendKeys'>
  now(): number
  background?: Background | undefined
  report?(event: PlayoutEvent): void
}

export type PlayoutOptions = OutputOptions & PlayoutVolumeOptions
