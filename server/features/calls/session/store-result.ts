// Stores the result of a call when its last engine has ended.
import type { AppContext } from '#server/platform/context/context.ts'
import type { CallEnd } from '#server/voice/engine/settings.ts'
import type { EndedBy, Served } from '../call/call.ts'
import { findCall } from '../call/store.ts'
import { finishCall } from '../ending/finish-call.ts'
import type { LiveCall } from './claim-media.ts'

export type FinalEnd = Omit<CallEnd, 'reason'> & { reason: Exclude<CallEnd['reason'], 'handed_over'> }

/** Can be repeated if it is unknown whether the result was stored. */
export async function storeResult(
  context: AppContext,
  call: LiveCall,
  { reason, answeredBy, answerer, record, talkUntil, served }: FinalEnd & { talkUntil: Date; served: Served },
  recordingKey: string | undefined,
): Promise<void> {
  const { transcript, turns, timeline, states } = record
  const isStored = await finishCall(context, call, {
    talkUntil,
    endedReason: reason,
    endedBy: endedByOf(reason),
    transcript,
    latency: turns,
    timeline,
    interaction: answeredBy === 'machine' || record.wasTakenOver ? null : record.interaction(),
    turnStates: states,
    served,
    answerer,
    ...(call.type === 'outbound' && { answeredBy }),
    ...(recordingKey !== undefined && { recordingKey }),
  })
  if (isStored || recordingKey === undefined) return
  const stored = await findCall(context.db, call.accountId, call.callId)
  // The call was ended from outside in the meantime, so nothing refers to its recording.
  if (stored?.recordingKey !== recordingKey) await context.files.remove(recordingKey)
}

const failures: readonly FinalEnd['reason'][] = [
  'media_failed',
  'recognition_failed',
  'synthesis_failed',
  'model_failed',
  'process_died',
  'internal_error',
]

function endedByOf(reason: FinalEnd['reason']): EndedBy {
  if (reason === 'caller_hung_up') return 'caller'
  return failures.includes(reason) ? 'system' : 'assistant'
}
