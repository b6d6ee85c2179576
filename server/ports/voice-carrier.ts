// The port to the calls and phone numbers of a carrier.
import type { CarrierAccount } from './carrier.ts'

/** The media connection of a call: the URL of Parley's WebSocket, and the token that it must present there once. */
export interface MediaTarget {
  /** Begins with `ws://` or `wss://`. */
  url: string
  token: string
}

export interface OutgoingCall {
  /** E.164. */
  from: string
  /** E.164. */
  to: string
  /** Pressed after the answer, before the media connection begins: keys, and `w` for half a second. At most 32. */
  keysAfterAnswer?: string
  media: MediaTarget
  /** Receives every status of the call. Identifies our call, so that a status is matched even if the response was lost. */
  statusCallbackUrl: string
  /** If set, the carrier detects answering machines while the call continues, and posts the result to this URL. */
  machineDetectionUrl?: string
  ringingSeconds: number
  /** The carrier ends the call after this time. */
  maxSeconds: number
}

/** A call to a person who takes over a customer. */
export interface AgentCall {
  /** E.164. */
  from: string
  /** E.164. */
  to: string
  /** ISO 639-1, of the briefing. */
  language: string
  /** Pressed after the answer, before the briefing: keys, and `w` for half a second. At most 32. */
  keysAfterAnswer?: string
  /** Spoken to the person who answers; undefined if the customer is connected at once. */
  briefing: string | undefined
  /** Receives what the person decided, and answers with the instructions that follow. */
  decisionUrl: string
  /** The person must press a key to accept; otherwise, listening to the briefing is enough. */
  needsKey: boolean
  statusCallbackUrl: string
  /** If set, the carrier detects answering machines while the call continues, and posts the result to this URL. */
  machineDetectionUrl?: string
  ringingSeconds: number
  /** The carrier ends the call after this time. */
  maxSeconds: number
}

/** `unknown` means a status that was added later; it changes nothing. */
export type CallStatus =
  | 'queued'
  | 'initiated'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'failed'
  | 'no-answer'
  | 'canceled'
  | 'unknown'

export interface CarrierCall {
  sid: string
  status: CallStatus
  /** E.164, or the carrier's word for a hidden number. */
  from: string
  to: string
  /** Null before the end. */
  durationSeconds: number | null
  createdAt: Date
}

export type AnsweredBy = 'human' | 'machine' | 'fax' | 'unknown'

/** What a status callback reports. */
export interface CallUpdate {
  sid: string
  accountSid: string
  status: CallStatus
  /** Orders the callbacks of one call, from 0. Null if the carrier does not say. */
  sequence: number | null
  /** In the final callback. */
  durationSeconds: number | null
  sipCode: number | null
  errorCode: number | null
  errorMessage: string | null
}

export interface MachineDetection {
  sid: string
  accountSid: string
  answeredBy: AnsweredBy
  /** The carrier waited for the end of the machine's greeting. */
  greetingEnded: boolean
}

export interface InboundCall {
  sid: string
  accountSid: string
  /** E.164, or the carrier's word for a hidden number. */
  from: string
  /** E.164. */
  to: string
  forwardedFrom: string | null
}

export interface CarrierPhoneNumber {
  sid: string
  /** E.164. */
  phoneNumber: string
  friendlyName: string | null
  /** ISO 3166-1 alpha-2, if the carrier says. */
  countryCode: string | null
  region: string | null
  voiceCapable: boolean
  smsCapable: boolean
  /** Null if none is set. */
  voiceUrl: string | null
  /** Null if none is set. */
  smsUrl: string | null
}

/** The URLs to which the inbound calls and SMS of a number are posted. */
export interface NumberWebhooks {
  voiceUrl?: string
  smsUrl?: string
}

export interface AvailablePhoneNumber {
  phoneNumber: string
  countryCode: string
  region: string | null
  smsCapable: boolean
}

/** A conference of two calls, which is over when one of them leaves. */
export interface ConferenceTarget {
  name: string
  /** The longest time in the conference. */
  maxSeconds: number
}

/** Every function throws `OutsideError` with the codes of `Carrier`; `outcome_unknown` means that a write may have been done. */
export interface VoiceCarrier {
  createCall(account: CarrierAccount, call: OutgoingCall): Promise<{ sid: string; status: CallStatus }>
  findCall(account: CarrierAccount, sid: string): Promise<CarrierCall | undefined>
  /** Newest first. */
  listCalls(account: CarrierAccount, pair: { from: string; to: string; since: Date }): Promise<CarrierCall[]>
  /** Hangs up, or cancels a call that is still ringing. Does nothing if the call is over. */
  endCall(account: CarrierAccount, sid: string): Promise<void>
  callAgent(account: CarrierAccount, call: AgentCall): Promise<{ sid: string; status: CallStatus }>
  /** Moves a call into the conference and ends its media connection. The call ends when the other side leaves. */
  joinConference(account: CarrierAccount, sid: string, conference: ConferenceTarget): Promise<void>
  listPhoneNumbers(account: CarrierAccount): Promise<CarrierPhoneNumber[]>
  /** An empty URL removes the webhook, and a missing one keeps it. */
  setNumberWebhooks(account: CarrierAccount, numberSid: string, webhooks: NumberWebhooks): Promise<void>
  /** `contains` is part of a number, digits only. At most 30. */
  searchPhoneNumbers(
    account: CarrierAccount,
    query: { countryCode: string; contains?: string },
  ): Promise<AvailablePhoneNumber[]>
  buyPhoneNumber(account: CarrierAccount, phoneNumber: string): Promise<CarrierPhoneNumber>
  /** Does nothing if the account does not have the number. */
  releasePhoneNumber(account: CarrierAccount, numberSid: string): Promise<void>
}

/** The form fields of a webhook. */
export type VoiceForm = Readonly<Record<string, string | readonly string[]>>

/** How the carrier's voice webhooks are read and answered. Readers return undefined for a form of another kind. */
export interface VoiceWebhooks {
  readInboundCall(form: VoiceForm): InboundCall | undefined
  readCallUpdate(form: VoiceForm): CallUpdate | undefined
  readMachineDetection(form: VoiceForm): MachineDetection | undefined
  /** The call, and the key that the person pressed in answer to a briefing; undefined without one. */
  readDecision(form: VoiceForm): { sid: string; key: string | undefined } | undefined
  contentType: string
  /** Instructions that connect the call to a media connection; when it closes, the call ends. */
  connectMedia(media: MediaTarget): string
  rejectCall(reason: 'busy' | 'rejected'): string
  /** Instructions that connect the call to a conference. */
  joinConference(conference: ConferenceTarget): string
  /** Instructions that end the call. */
  hangUp(): string
}
