// What pages pass to the telephone in the browser, and what they get from it.
import type { Caption } from './captions.js'

/** `lost`: it was unplugged or taken away during the call, and another one is used as soon as there is one. */
export type MicrophoneState = 'on' | 'refused' | 'missing' | 'lost'

/** The loudness from 0 to 1, every 100 ms. */
export interface Levels {
  microphone: number
  speaker: number
}

export interface OutputOptions {
  onSuspended?(isSuspended: boolean): void
  /** The origin of Parley, by default that of the page. */
  baseUrl?: string | undefined
  /** By default that of web calls. It contains the codec, resampling and the jitter buffer. */
  workletUrl?: string
}

export interface AudioOutput {
  readonly context: AudioContext
  readonly loaded: Promise<void>
  setVolume(volume: number): void
  readonly node: AudioNode
  close(): void
}

export interface TelephoneOptions {
  output: AudioOutput
  /** How much audio waits before playback starts. */
  targetMs: number
  /** For a live source: older audio is discarded when more waits. */
  maxMs?: number
  /** Receives 20 ms of the microphone, and silence while there is none. */
  onFrame?(frame: Uint8Array): void
  /** The audio before the mark was played. */
  onMark?(name: string): void
  onLevels?(levels: Levels): void
}

export interface Telephone {
  play(audio: Uint8Array): void
  mark(name: string): void
  /** Discards what was not played yet; its marks are reported at once. */
  clear(): void
  mute(isMuted: boolean): void
  /** Sends this microphone until another one or undefined is set. */
  setMicrophone(stream: MediaStream | undefined): void
  close(): void
}

export interface MicrophoneOptions {
  /** Receives the first stream and those that replace it; undefined while there is none. */
  onStream(stream: MediaStream | undefined): void
  /** Called when it was lost, and when another one is used. */
  onChange?(state: MicrophoneState): void
}

export interface Microphone {
  /** Resolves when the person has answered; never rejects. */
  readonly opened: Promise<MicrophoneState>
  close(): void
}

/** The JSON messages of the server have an `event`. */
export type ServerMessage = { event: string } & Record<string, unknown>

export interface MediaSocket {
  send(message: object): void
  sendAudio(audio: Uint8Array): void
  close(): void
}

/** `refused`: the token was used or has expired. */
export type WebCallEnd = 'ended' | 'refused' | 'lost'

export interface WebCallOptions extends OutputOptions {
  /** Opened before the click, so that the assistant is heard sooner. */
  output?: AudioOutput
  /** Without one, the person types. */
  hasMicrophone: boolean
  onCaptions(from: number, captions: readonly Caption[]): void
  onLevels?(levels: Levels): void
  onMicrophone(state: MicrophoneState): void
  /** Called once the assistant can be heard. */
  onStart(): void
  onEnd(end: WebCallEnd): void
}

export interface WebCall {
  /** Resolves when the person has allowed or refused the microphone; undefined without one. */
  readonly microphone: Promise<MicrophoneState> | undefined
  connect(ticket: { url: string; token: string }): void
  press(key: string): void
  say(text: string): void
  mute(isMuted: boolean): void
  hangUp(): void
  /** Releases everything, without a further event. */
  close(): void
}

export interface LineState {
  customer: string
  assistant: string
  /** The name of the person who has the call. */
  agent: string | null
  has_call: boolean
  listeners: number
}

export interface SideLevels {
  customer: number
  /** While this person has the call, their own microphone. */
  assistant: number
}

/** `forbidden`: the person may no longer listen. `refused`: the server has said why, or the only token was used. */
export type ListeningEnd = 'ended' | 'left' | 'forbidden' | 'lost' | 'refused'

export interface ListeningOptions extends OutputOptions {
  /** Opened before the click, so that the call is heard sooner. */
  output?: AudioOutput
  /** Asks for a token; undefined if there is no other one. */
  admit(): Promise<{ url: string; token: string } | undefined>
  /** Another attempt would be refused as well. */
  isFinal(error: unknown): boolean
  /** With what the server says about the call once it is connected. */
  onConnected(started: ServerMessage | undefined): void
  onState(state: LineState): void
  onCaptions(from: number, captions: readonly Caption[]): void
  onLevels(levels: SideLevels): void
  onMicrophone(state: MicrophoneState): void
  /** Another person has the call; null if it cannot be taken over at the moment. */
  onTakeoverRefused(agent: string | null): void
  /** A whisper was refused. */
  onRefused?(code: string): void
  onEnd(end: ListeningEnd, error?: unknown): void
}

export interface Listening {
  setVolume(volume: number): void
  takeOver(): void
  handBack(options?: { endsCall: boolean }): void
  whisper(text: string): void
  leave(): void
  /** Releases everything, without a further event. */
  close(): void
}
