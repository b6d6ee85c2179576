// The port to the calls and phone numbers of a carrier.
import type { CarrierAccount, CarrierFault, ReportKey } from './carrier.ts'

export interface OutgoingCall {
  /** E.164. */
  from: string
  /** E.164. */
  to: string
  /** Pressed after the answer, before the media connection begins: keys, and `w` for half a second. At most 32. */
  keysAfterAnswer?: string
  /** Admits the media connection of the call, once. */
  mediaToken: string
  /** Returned with everything that the carrier reports, so that it is matched even if the response was lost. */
  report: ReportKey
  /** The carrier detects answering machines while the call continues. Needs `detectsMachines`. */
  detectsMachine: boolean
  ringingSeconds: number
  /** The carrier ends the call after this time. */
  maxSeconds: number
}

/** A call to a person who takes over a customer. */
export interface AgentCall {
  /** The call of the customer, for carriers that can connect it with the person themselves. */
  customerExternalId: string
  /** E.164. */
  from: string
  /** E.164, or the extension of a telephone of the account, if the carrier has `telephones`. */
  to: string
  /** ISO 639-1, of the briefing. */
  language: string
  /** Pressed after the answer, before the briefing: keys, and `w` for half a second. At most 32. */
  keysAfterAnswer?: string
  /** Spoken to the person who answers; undefined if the customer is connected at once. */
  briefing: string | undefined
  /** The person must press a key to accept; otherwise, listening to the briefing is enough. */
  needsKey: boolean
  /** Returned with everything that the carrier reports. */
  report: ReportKey
  /** The carrier detects answering machines while the call continues. Needs `detectsMachines`. */
  detectsMachine: boolean
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
  externalId: string
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
export interface CallUpdate extends CarrierFault {
  externalId: string
  carrierAccountId: string
  status: CallStatus
  /** Orders the callbacks of one call, from 0. Null if the carrier does not say. */
  sequence: number | null
  /** In the final callback. */
  durationSeconds: number | null
  /** The final SIP response of the network, if the carrier reports it. */
  sipCode: number | null
}

export interface MachineDetection {
  externalId: string
  carrierAccountId: string
  answeredBy: AnsweredBy
  /** The carrier waited for the end of the machine's greeting. */
  greetingEnded: boolean
}

export interface InboundCall {
  externalId: string
  carrierAccountId: string
  /** E.164, or the carrier's word for a hidden number. */
  from: string
  /** E.164, or an extension. */
  to: string
  forwardedFrom: string | null
  /** Set for a call from a telephone of this account, which can call every number of the account. */
  accountId?: number
}

export interface CarrierPhoneNumber {
  externalId: string
  /** E.164. */
  phoneNumber: string
  friendlyName: string | null
  /** ISO 3166-1 alpha-2, if the carrier says. */
  countryCode: string | null
  region: string | null
  voiceCapable: boolean
  smsCapable: boolean
  calls: NumberRoute
  sms: NumberRoute
}

/** Where the inbound calls or SMS of a number go. */
export interface NumberRoute {
  isOurs: boolean
  /** For people. Null if they go nowhere. */
  to: string | null
}

/** `here`: to this installation. `nowhere`: to no receiver. What is not set stays unchanged. */
export interface NumberRoutes {
  calls?: 'here' | 'nowhere'
  sms?: 'here' | 'nowhere'
}

export interface AvailablePhoneNumber {
  phoneNumber: string
  countryCode: string
  region: string | null
  smsCapable: boolean
}

export interface NumberTest {
  works: boolean
  /** What was found, or why it does not work: a sentence for people. */
  message: string
}

/** A conference of two calls, which is over when one of them leaves. */
export interface ConferenceTarget {
  name: string
  /** The longest time in the conference. */
  maxSeconds: number
}

/** What a carrier does with an inbound call. */
export type InboundAnswer = { connect: { mediaToken: string; report: ReportKey } } | { reject: 'busy' | 'rejected' }

/** What a person decided who was asked to take over a call. `key` is undefined without one. */
export interface AgentDecision {
  externalId: string
  carrierAccountId: string
  key: string | undefined
}

/** Every function throws `CarrierError`. */
export interface VoiceCarrier {
  createCall(account: CarrierAccount, call: OutgoingCall): Promise<{ externalId: string; status: CallStatus }>
  findCall(account: CarrierAccount, externalId: string): Promise<CarrierCall | undefined>
  /** Newest first. Needs `listsCalls`. */
  listCalls(account: CarrierAccount, pair: { from: string; to: string; since: Date }): Promise<CarrierCall[]>
  /** Hangs up, or cancels a call that is still ringing. Does nothing if the call is over. */
  endCall(account: CarrierAccount, externalId: string): Promise<void>
  callAgent(account: CarrierAccount, call: AgentCall): Promise<{ externalId: string; status: CallStatus }>
  /**
   * Moves a call into the conference and ends its media connection. The call ends when the other side leaves. Needs
   * `conferences`.
   */
  joinConference(account: CarrierAccount, externalId: string, conference: ConferenceTarget): Promise<void>
  listPhoneNumbers(account: CarrierAccount): Promise<CarrierPhoneNumber[]>
  setNumberRoutes(account: CarrierAccount, numberExternalId: string, routes: NumberRoutes): Promise<void>
  /** `contains` is part of a number, digits only. At most 30. Needs `sellsNumbers`, as the next two. */
  searchPhoneNumbers(
    account: CarrierAccount,
    query: { countryCode: string; contains?: string },
  ): Promise<AvailablePhoneNumber[]>
  buyPhoneNumber(account: CarrierAccount, phoneNumber: string): Promise<CarrierPhoneNumber>
  /** Does nothing if the account does not have the number. */
  releasePhoneNumber(account: CarrierAccount, numberExternalId: string): Promise<void>
  /** Asks the other side of the line whether it works. `message` is a sentence for people. Needs `testsNumbers`. */
  testNumber(account: CarrierAccount, numberExternalId: string): Promise<NumberTest>
}

/** The functions that send a request to the carrier. They return promises. */
export const callRequests = [
  'createCall',
  'findCall',
  'listCalls',
  'endCall',
  'callAgent',
  'joinConference',
  'listPhoneNumbers',
  'setNumberRoutes',
  'searchPhoneNumbers',
  'buyPhoneNumber',
  'releasePhoneNumber',
  'testNumber',
] as const satisfies readonly (keyof VoiceCarrier)[]
