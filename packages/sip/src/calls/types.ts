// Describes calls as the application sees them. Session descriptions are bytes that the stack passes on.
import type { SipRequest } from '../message/index.ts'
import type { Account } from '../requests/account.ts'

type Awaitable<T> = T | Promise<T>

/** A value of the Reason header (RFC 3326). */
export interface Reason {
  /** In upper case: `SIP`, `Q.850`. */
  protocol: string
  cause: number | undefined
  text: string | undefined
}

export interface CallEnd {
  /**
   * - `hung_up`: BYE of either side.
   * - `canceled`: before the call was answered, by the caller.
   * - `rejected`: a final response of 300 or more.
   * - `no_response`: no target has answered the INVITE.
   * - `no_ack`: the 200 was not acknowledged within 32 s, or the ACK had no answer to our offer.
   * - `lost`: the peer does not know the dialog, or does not answer inside of it.
   * - `expired`: the session timer was not refreshed.
   * - `replaced`: another call has taken its place.
   * - `stopped`: the user agent was stopped.
   */
  cause: 'hung_up' | 'canceled' | 'rejected' | 'no_response' | 'no_ack' | 'lost' | 'expired' | 'replaced' | 'stopped'
  by: 'local' | 'remote'
  /** The status that ended the call, if one did: that of the trunk or the one that we gave. */
  status: number | undefined
  reasonPhrase: string | undefined
  /**
   * The values of Reason in the message that ended the call, which tell a carrier's 480 from a person's; or the reason for
   * which we have ended it.
   */
  reasons: readonly Reason[]
  retryAfterSeconds: number | undefined
  /** Whether the call was answered before. */
  wasAnswered: boolean
}

export interface Progress {
  status: number
  reasonPhrase: string
  /** Identifies the fork. */
  toTag: string
  /** A preview of the answer, or the offer of a reliable response to an INVITE without one. */
  session: Uint8Array | undefined
  reasons: readonly Reason[]
}

/** The answer to an offer of the peer; without an offer, our own offer. `refuse` leaves the session as it was. */
export type OfferReply = { accept: Uint8Array } | { refuse: number }

/** What the peer has answered to our offer. Refused offers leave the session as it was. */
export type OfferResult = { answer: Uint8Array } | { refused: number; reasonPhrase: string }

export interface TransferRequest {
  /** The URI of Refer-To, without its header fields. */
  target: string
  /** The call that the new call replaces, from the Replaces of Refer-To. */
  replaces: string | undefined
  referredBy: string | undefined
}

/** Tells the peer how the transfer that it asked for proceeds. A status of 200 or more is the last. */
export type TransferReport = (status: number, reasonPhrase?: string) => void

export interface CallEvents {
  /** A provisional response has arrived. Nothing is answered before `answered`. */
  progress?(progress: Progress): void
  /**
   * The call is answered. `answer` is the peer's answer to our offer; undefined if it answered ours before, or if the peer
   * gave the offer.
   */
  answered?(answer: Uint8Array | undefined): void
  /**
   * The peer gives an offer, or asks for ours if it is undefined, by re-INVITE, UPDATE, PRACK, or in a response to an
   * INVITE without an offer. Default: 488.
   */
  offered?(offer: Uint8Array | undefined): Awaitable<OfferReply>
  /** The peer has answered an offer that was given in `offered`, or with which a session was refreshed. */
  sessionAnswered?(answer: Uint8Array): void
  /** A key by INFO: `0` to `9`, `*`, `#`, `A` to `D`, `!` for flash. */
  key?(key: string, durationMs: number | undefined): void
  /** The peer asks us to call another target. Undefined refuses with 603. */
  transferRequested?(request: TransferRequest): ((report: TransferReport) => void) | undefined
  ended?(end: CallEnd): void
}

export type TransferOutcome =
  /** The target has answered. */
  | { result: 'transferred'; status: number }
  /** The call continues. `status` is that of the response to REFER, or that of the target. */
  | { result: 'refused'; status: number; reasonPhrase: string }
  /** The peer has accepted REFER and ended the call without a report, or has not reported in time. */
  | { result: 'unknown'; hasEnded: boolean }

export interface TransferOptions {
  /** The URI of the target. */
  target: string
  /** Another call with the target, which the new call replaces. */
  replaces?: Call
  /** Default: our own address. */
  referredBy?: string
  /** Provisional reports. */
  progress?(status: number): void
  /** Default: 30,000. */
  timeoutMs?: number
}

export interface HangUpOptions {
  reason?: Reason
  /** The status that rejects an incoming call that is not answered. Default: 480 while ringing. */
  status?: number
}

export interface Call {
  readonly id: string
  readonly direction: 'incoming' | 'outgoing'
  readonly account: Account | undefined
  readonly state: 'calling' | 'ringing' | 'answered' | 'ended'
  /** The URI of the peer's Contact, once it is known. */
  readonly remoteTarget: string | undefined
  /** CANCEL, a rejection or BYE, as the state of the call asks for. */
  hangUp(options?: HangUpOptions): void
  /** Changes the session by a re-INVITE, or by an UPDATE before the call is answered. */
  offer(session: Uint8Array): Promise<OfferResult>
  /** Sends a key by INFO. Resolves with whether the peer has accepted it. */
  sendKey(key: string, durationMs?: number): Promise<boolean>
  transfer(options: TransferOptions): Promise<TransferOutcome>
  /** Whether Allow of the peer names a method. Undefined if it has sent no Allow. */
  peerAllows(method: string): boolean | undefined
  /** The dialog for Replaces: `call-id;to-tag=…;from-tag=…`, as the peer of this call knows it. */
  replacesValue(): string | undefined
}

export interface RejectOptions {
  reasonPhrase?: string
  retryAfterSeconds?: number
  contacts?: readonly string[]
  /** Its text goes into Warning, and `ended` reports it. */
  reason?: Reason | undefined
}

export interface IncomingCall extends Call {
  readonly request: SipRequest
  /** The offer of the INVITE. Undefined if the peer asks for ours. */
  readonly remoteOffer: Uint8Array | undefined
  /** The call that the new one replaces when it is answered. */
  readonly replaces: Call | undefined
  /** Sends 180, or another provisional response, with a preview of the answer if there is one. */
  ring(options?: { status?: number; session?: Uint8Array }): void
  /** Answers with 200. `session` is the answer to the offer, or our offer. */
  answer(session: Uint8Array): void
  reject(status: number, options?: RejectOptions): void
}
