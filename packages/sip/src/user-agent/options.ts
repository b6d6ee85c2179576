// Describes what a user agent needs and what it tells the application.
import type { CallEvents, IncomingCall } from '../calls/index.ts'
import type { RandomHex, SipClock } from '../clock.ts'
import type { Header, SipRequest } from '../message/index.ts'
import type { RegistrarAnswer } from '../registration/index.ts'
import type { TransactionTimes } from '../transactions/index.ts'
import type { Flow, Target, Transport } from '../transport/index.ts'

/**
 * What happens with a request that belongs to no transaction or dialog. It is decided before any state is kept:
 * a refusal is sent without a transaction, for example 401 with a challenge.
 */
export type Admission = 'accept' | 'drop' | { status: number; headers?: readonly Header[] }

export interface UserAgentListener {
  /** Default: requests from the addresses of accounts are accepted, and others are dropped, except for OPTIONS. */
  admit?(request: SipRequest, flow: Flow): Admission
  /** Gives the events of the call. Undefined rejects it with 480. */
  incomingCall(call: IncomingCall): CallEvents | undefined
  /** A REGISTER that was admitted. Default: 405. */
  incomingRegistration?(request: SipRequest, flow: Flow): RegistrarAnswer
}

export interface UserAgentOptions {
  clock: SipClock
  random: RandomHex
  transport: Transport
  /** The targets of a URI in their order (RFC 3263); empty if there are none. */
  resolve(uri: string): Promise<Target[]>
  /** Whether Via and Contact name a configured public address to this target, so what a registrar sees does not matter. */
  isAdvertised?(target: Target): boolean
  listener: UserAgentListener
  /** Receives errors of handlers, which are bugs. Default: they are thrown in the next turn of the event loop. */
  failed?(error: unknown): void
  /** User-Agent and Server. Default: `Parley`. */
  product?: string
  /** Default: those of RFC 3261. */
  times?: TransactionTimes
  /** Further incoming calls get a 503. Default: 2,000. */
  maxCalls?: number
  maxTransactions?: number
}
