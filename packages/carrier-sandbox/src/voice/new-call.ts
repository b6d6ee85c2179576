// Builds a new call.
import type { Call, Instructions } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import { newSid } from '../core/sids.ts'

export interface CallDraft extends Partial<Call> {
  direction: Call['direction']
  from: string
  to: string
  instructions: Instructions
}

export function newCall({ scheduler }: Pick<SandboxContext, 'scheduler'>, draft: CallDraft): Call {
  const nowMs = scheduler.nowMs()
  return {
    sid: newSid('CA'),
    parentSid: null,
    status: 'queued',
    answeredBy: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    startedAtMs: null,
    answeredAtMs: null,
    endedAtMs: null,
    sipCode: null,
    ringingSeconds: 60,
    maxSeconds: 14_400,
    sendDigits: '',
    callback: null,
    sequence: 0,
    machineDetection: null,
    recording: null,
    faults: [],
    captions: [],
    keysHeard: '',
    ...draft,
  }
}
