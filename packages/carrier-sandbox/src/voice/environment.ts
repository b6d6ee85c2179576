// What the parts of a live call share.
import type { Call, Instructions } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import type { Handset, Recording, SpeechDetector } from './audio.ts'
import type { AudioEnd } from './audio-end.ts'
import type { MediaClock } from './media-clock.ts'
import type { PhoneBehaviours, PhoneStep } from './phone-behaviours.ts'

export interface SpeechFunctions {
  /** Returns mu-law audio at 8,000 Hz. Without it, the texts of virtual phones are silent, and `<Say>` takes its time silently. */
  speak?: (text: string) => Promise<Uint8Array>
  /** Returns the words in mu-law audio at 8,000 Hz. Without it, what the application says has no captions. */
  recognise?: (audio: Uint8Array) => Promise<string>
}

export interface Participant {
  readonly live: LiveCall
  /** What the call said last. */
  said: Uint8Array
  leave(): void
}

/** Calls that joined under the same name. */
export interface Conference {
  hasStarted: boolean
  participants: Set<Participant>
}

export interface VoiceEnvironment extends SpeechFunctions {
  context: SandboxContext
  clock: MediaClock
  behaviours: PhoneBehaviours
  /** By Sid. */
  live: Map<string, LiveCall>
  /** The phones of live calls, by Sid, once they have answered. */
  phones: Map<string, Phone>
  /** Phones whose users talk and listen elsewhere, by number. */
  handsets: Map<string, Handset>
  /** The latest recordings, by Sid. */
  recordings: Map<string, Recording>
  /** By name. */
  conferences: Map<string, Conference>
  /** Replaces the TwiML that the call runs. The call ends after the last verb. */
  runTwiml(live: LiveCall, instructions: Instructions): void
}

export interface Phone extends AudioEnd {
  /** Speaks the text or the audio, after what it is saying. */
  say(line: Pick<PhoneStep, 'say' | 'audio'>): void
  press(keys: string): void
}

/** `inbound` is what the phone says, `outbound` what it hears. */
export type Track = 'inbound' | 'outbound'

/** A media stream that only hears the call. */
export interface Fork {
  name: string | undefined
  tracks: readonly Track[]
  /** Called every 20 ms. */
  hear(frames: Record<Track, Uint8Array>): void
  stop(): void
}

export type Speaker = 'phone' | 'application'

export type FinalStatus = 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled'

/** A call that is not over. */
export interface LiveCall {
  readonly call: Call
  /** Detects the speech of the application. */
  readonly heardSpeech: SpeechDetector
  /** Is aborted at the end of the call. */
  readonly signal: AbortSignal
  /** What the TwiML does with the audio. */
  application: AudioEnd
  /** Streams that hear the call. */
  readonly forks: Set<Fork>
  /** Stops the TwiML that runs. */
  stopTwiml: () => void
  /** Adds the other side of an inbound call that the TwiML answers. */
  acceptParty: () => void
  /** Set while a virtual phone rings until its user answers. */
  answerByHand: (() => void) | undefined
  isAnswered(): boolean
  /** The other side; silent before the answer. */
  party(): AudioEnd
  /** Which sides are speaking. */
  speakers(): Speaker[]
  change(values: Partial<Call>): void
  /** Resolves after the first attempt of its callback. */
  initiate(): Promise<void>
  ring(): void
  /** The other side answers. */
  connect(party: AudioEnd): void
  /** Answers an inbound call; does nothing if the call was answered. */
  answer(): void
  /** Ends the call this long after the answer. */
  limit(maxSeconds: number): void
  addCaption(speaker: Speaker, text: string, atMs?: number): void
  /** Stores a key that the application pressed. */
  addKeyHeard(key: string): void
  /** A call that was answered becomes `completed`. */
  end(status: FinalStatus, sipCode: number): void
  /** Ends the call without callbacks. */
  drop(): void
}
