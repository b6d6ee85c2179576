// What the assistant's speech reports to the engine of the call.
import type { HeardSegment } from '../mode.ts'
import type { Segment } from './segment.ts'

/** The customer heard only these parts of a generation. */
export interface SpeechInterrupted {
  type: 'speech_interrupted'
  generation: number
  segments: readonly HeardSegment[]
}

export type PlayoutEvent =
  /** The first audio of a segment was sent. */
  | { type: 'segment_started'; segment: Segment }
  /** `audibleAtMs` of a segment has changed. */
  | { type: 'segment_audible'; segment: Segment }
  /** A segment was heard completely, or it ended without audio. */
  | { type: 'segment_finished'; segment: Segment }
  /** The audio of a segment did not continue. */
  | { type: 'segment_stalled' }
  | AudioScheduled
  /** Audio after `atMs` is not heard: the last bytes that were scheduled. */
  | { type: 'audio_discarded'; atMs: number; bytes: number }
  /** Everything was heard, and no segment is waiting for audio. */
  | { type: 'playout_drained' }

/** Audio was sent. */
export interface AudioScheduled {
  type: 'audio_scheduled'
  /** The bytes are reused. */
  audio: Uint8Array
  /** When the customer hears it. */
  atMs: number
  /** It follows the audio before without a gap. */
  isContinued: boolean
  /** Undefined for background sound, and for the end of a sound that was stopped. */
  segment: Segment | undefined
}
