// A person of the account has the call instead of the assistant, which stays silent until the call is handed back.
import type { CallRecord } from '../call-record.ts'
import type { Playout } from '../speaking/playout.ts'
import type { Transfer } from './transfer.ts'

const handedBack =
  'A colleague has talked to the customer and has now handed the call back to you. Go on with the conversation.'

export interface TakeoverOptions {
  record: CallRecord
  playout: Playout
  transfer: Transfer
  isOpen(): boolean
  isCustomerSpeaking(): boolean
  /** Stops the assistant. */
  silence(): void
  /** The assistant speaks. */
  goOn(): void
}

export function createTakeover({ record, playout, transfer, silence, goOn, ...options }: TakeoverOptions) {
  let isTakenOver = false

  return {
    isTakenOver: () => isTakenOver,
    /** Returns false if the call ends, is taken over, or is being transferred to a phone number. */
    begin(): boolean {
      if (!options.isOpen() || isTakenOver || transfer.isRequested()) return false
      transfer.interrupted()
      isTakenOver = true
      record.wasTakenOver = true
      silence()
      return true
    },
    /** 20 ms of the person's audio. */
    audio(frame: Uint8Array): void {
      if (isTakenOver) playout.relay(frame)
    },
    /** Words of the person, which can be recognized after the call was handed back. */
    said: record.agentSaid,
    /** The assistant continues: when the customer's turn is complete, or at once. */
    handBack(): void {
      if (!isTakenOver) return
      isTakenOver = false
      if (!options.isOpen()) return
      record.happened(handedBack)
      if (!options.isCustomerSpeaking()) goOn()
    },
    /** The call ends. */
    end(): void {
      isTakenOver = false
    },
  }
}
