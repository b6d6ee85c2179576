// Describes what calls and registrations use of the user agent.
import type { RandomHex, SipClock } from '../clock.ts'
import type { Header, SipRequest, SipResponse } from '../message/index.ts'
import type { ServerTransaction, Transactions, TransactionTimes } from '../transactions/index.ts'
import type { Flow, Target } from '../transport/index.ts'
import type { Account } from './account.ts'
import type { Failed } from './attempt.ts'

/** Takes the messages of one dialog. */
export interface DialogUser {
  request(transaction: ServerTransaction): void
  ack(request: SipRequest, flow: Flow): void
  /** A 2xx to an INVITE whose transaction has ended. */
  strayResponse(response: SipResponse): void
  /** The peer cancels this INVITE of the dialog. */
  cancel(invite: ServerTransaction): void
  /** A BYE of ours waits for the ACK of the peer, or for its response. */
  owesBye(): boolean
}

export interface Stack {
  readonly clock: SipClock
  readonly failed: Failed
  readonly random: RandomHex
  readonly times: TransactionTimes
  readonly transactions: Transactions
  /** The targets of a URI in their order (RFC 3263). At least one, or it rejects. */
  resolve(uri: string, account?: Account): Promise<Target[]>
  /** The users of dialogs by their key, early ones included. */
  readonly dialogs: Map<string, DialogUser>
  /** The Contact of a request or response to this target, without parameters of the header. */
  contactFor(target: Target, account: Account | undefined): string
  /** Whether Contact has a configured public address, which another one that a registrar sees does not replace. */
  isAdvertised(target: Target): boolean
  /** User-Agent in requests, and Server in responses. */
  readonly product: string
  /** Keeps the way to our Contact open until the returned function is called. */
  holdFlow(flow: Flow): () => void
}

/** The methods that the stack takes part in. */
export const allowedMethods = 'INVITE, ACK, CANCEL, BYE, OPTIONS, PRACK, UPDATE, INFO, REFER, NOTIFY'

/** Whether a method can be answered inside of a dialog. */
export const isAllowed = (method: string): boolean => allowedMethods.split(', ').includes(method)

/** The extensions that the stack supports. Any other Require is answered with 420. */
export const supportedExtensions: readonly string[] = ['100rel', 'timer', 'replaces', 'norefersub']

export const supportedHeaders: readonly Header[] = supportedExtensions
  .filter((name) => name !== 'norefersub')
  .map((name): Header => ['Supported', name])

export const allowHeaders: readonly Header[] = allowedMethods.split(', ').map((name): Header => ['Allow', name])

/** A random number of milliseconds between two bounds, in steps of 10 ms. */
export function randomBetween(random: RandomHex, leastMs: number, mostMs: number): number {
  const steps = Math.floor((mostMs - leastMs) / 10) + 1
  return leastMs + (Number.parseInt(random(4), 16) % steps) * 10
}
