// Describes how a call is placed.
import { type Header, respond } from '../message/index.ts'
import type { Account } from '../requests/account.ts'
import type { Caller } from '../requests/identity.ts'
import type { Target } from '../transport/index.ts'
import type { DialogHooks } from './in-dialog.ts'
import type { Session } from './session.ts'
import type { Call } from './types.ts'

export interface CallOptions {
  account: Account
  /** The URI of the called party, in the form that the trunk expects. */
  to: string
  caller?: Caller
  /** Our offer. Without one, the called party gives it: `offered` is called before `answered`. */
  offer?: Uint8Array
  /** Where the INVITE is sent instead of the proxy of the account: the flow of an extension that has registered here. */
  targets?: readonly Target[]
  /** More header fields of the INVITE, for example Replaces, Diversion or Alert-Info. */
  headers?: readonly Header[]
  /** The call is canceled if it is not answered within this time. Default: 180,000. */
  ringTimeoutMs?: number
  /** The session timer that we ask for, in seconds; `false` asks for none. Default: 1,800. */
  sessionInterval?: number | false
}

export interface PlacedCall {
  call: Call
  /** The session that was kept, or the latest early one. */
  session(): Session | undefined
  /** Ends the call without a wait for the peer, when the user agent stops. */
  stop(): void
}

/** The called side answers a PRACK; ours has sent none that it could answer. */
export const noHooks: DialogHooks = {
  prack: (transaction) => transaction.respond(respond(transaction.request, 481)),
  earlyBye() {},
}
