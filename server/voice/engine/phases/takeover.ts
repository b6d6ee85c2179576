// A person of the account has the call instead of the assistant, which stays silent until the call is handed back.
import type { Emit } from '../call-events.ts'
import type { CallRecord } from '../call-record.ts'
import type { Playout } from '../speaking/playout.ts'
import type { CallPhase } from './call-phase.ts'
import type { Transfer } from './transfer.ts'

const handedBack =
  'A colleague has talked to the customer and has now handed the call back to you. Go on with the conversation.'

export interface TakeoverOptions {
  record: CallRecord
  phase: CallPhase
  playout: Playout
  transfer: Transfer
  isCustomerSpeaking(): boolean
  emit: Emit
}

export function createTakeover({ record, phase, playout, transfer, isCustomerSpeaking, emit }: TakeoverOptions) {
  return {
    isTakenOver: phase.isTakenOver,
    /** Returns false if the call ends, is taken over, or is being transferred to a phone number. */
    begin(): boolean {
      if (transfer.isRequested() || !phase.takeOver()) return false
      record.wasTakenOver = true
      emit({ type: 'taken_over' })
      return true
    },
    /** 20 ms of the person's audio. */
    audio(frame: Uint8Array): void {
      if (phase.isTakenOver()) playout.relay(frame)
    },
    /** Words of the person, which can be recognized after the call was handed back. */
    said: record.agentSaid,
    /** The assistant continues: when the customer's turn is complete, or at once. */
    handBack(): void {
      if (!phase.handBack()) return
      record.happened(handedBack)
      if (!isCustomerSpeaking()) emit({ type: 'answer_due', instruction: undefined })
    },
  }
}
