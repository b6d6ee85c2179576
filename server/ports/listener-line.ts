// The port to the page of a person who listens to a live call.
export interface ListenerLine {
  /** A packet of both sides' audio; see `server/voice/live-audio.ts`. The bytes may be reused after the call. */
  sendAudio(packet: Uint8Array): void
  send(message: object): void
  /** What the page has not read. */
  unsentBytes(): number
  /** `forbidden`: the person may no longer act for the account. `lost`: the process of the call does not answer. */
  close(reason: 'ended' | 'forbidden' | 'lost'): void
}

/** What a person may ask of the process that has the call. */
export type ListenerRequest = { event: 'take-over' } | { event: 'hand-back'; end_call: boolean }

export type ListenerMessage = ListenerRequest | { event: 'whisper'; text: string }

/** No method is called after `closed`. */
export interface ListeningPage {
  /** 20 ms of the microphone: mu-law audio at 8,000 Hz. */
  audio(frame: Uint8Array): void
  message(message: ListenerMessage): void
  closed(): void
}
