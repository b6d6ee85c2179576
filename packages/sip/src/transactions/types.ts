// Describes transactions as their users see them.
import type { RandomHex, SipClock } from '../clock.ts'
import type { SipRequest, SipResponse } from '../message/index.ts'
import type { Flow, Target, Transport } from '../transport/index.ts'
import type { TransactionTimes } from './machine.ts'

/** Why a request has no response: none came in time, or the transport could not send it (RFC 3261, section 8.1.3.1). */
export type RequestFailure = { kind: 'timeout'; status: 408 } | { kind: 'transport'; status: 503; error: unknown }

export interface ClientHandlers {
  /** Each provisional response, the final response, and each 2xx to an INVITE with its repetitions. */
  response(response: SipResponse, flow: Flow): void
  /** Instead of a final response. */
  failed(failure: RequestFailure): void
  /** The network has taken the request. */
  sent?(flow: Flow): void
}

export interface ClientTransaction {
  /** As it is sent, with its Via. It and the target change if the transport takes TCP instead of UDP. */
  readonly request: SipRequest
  readonly target: Target
  /** A CANCEL was sent: without a final response to the INVITE, it fails after 64 × T1. */
  canceled(): void
  /** Ends the transaction without a further effect. */
  stop(): void
}

export interface ServerTransaction {
  /** As it was received, with its source in Via. */
  readonly request: SipRequest
  readonly flow: Flow
  /** Sends a response, and repeats it as the rules of the transaction say. After a final response, it has no effect. */
  respond(response: SipResponse): void
  /** Whether a final response was given, or the transaction has ended. */
  isAnswered(): boolean
}

export interface TransactionListener {
  /** A new request other than ACK and CANCEL. */
  request(transaction: ServerTransaction): void
  /** A CANCEL, which is a transaction of its own, and the INVITE that it cancels if there is one. */
  cancel(transaction: ServerTransaction, invite: ServerTransaction | undefined): void
  /** An ACK to a 2xx. */
  ack(request: SipRequest, flow: Flow): void
  /** A response without a transaction, such as a 2xx to an INVITE that is repeated after its transaction has ended. */
  strayResponse(response: SipResponse, flow: Flow): void
}

export interface TransactionOptions {
  clock: SipClock
  random: RandomHex
  transport: Transport
  listener: TransactionListener
  times?: TransactionTimes
  /** How many transactions can exist at the same time. Default: 20,000. Further requests get a 503. */
  maxTransactions?: number
}
