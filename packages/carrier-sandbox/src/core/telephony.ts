// What the API and the control API can do with live calls.
import type { Call, CallCallback, Instructions } from './calls.ts'

export interface Telephony {
  /** Dials the number of a new outgoing call. Resolves after the first attempt of its first callback. */
  dial(call: Call): Promise<void>
  /** Calls a number of the account from a virtual phone. */
  callAccount(from: string, to: string): Call
  /** Ends a call from the account's side; a call that was not answered becomes `canceled`. */
  hangUp(sid: string): void
  /** Replaces the TwiML of a call in progress. */
  redirect(sid: string, instructions: Instructions): void
  /** Restarts the time limit, counted from the answer. */
  limit(sid: string, maxSeconds: number): void
  changeCallback(sid: string, callback: CallCallback): void
}
