// The JSON of calls in the control API.
import { type Call, durationSeconds, isOver } from '../core/calls.ts'
import type { SandboxControl } from './control.ts'

export function presentPhoneCall(control: SandboxControl, call: Call) {
  const live = control.liveCall(call.sid)
  const time = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString())
  const { sid, parentSid, direction, from, to, status, captions, keysHeard } = call
  return {
    ...{ sid, parentSid, direction, from, to, status, captions, keysHeard },
    /** The number of the virtual phone. */
    phone: direction === 'inbound' ? from : to,
    created_at: time(call.createdAtMs),
    answered_at: time(call.answeredAtMs),
    ended_at: time(call.endedAtMs),
    duration_seconds: durationSeconds(call),
    answered_by: call.answeredBy,
    sip_code: call.sipCode,
    speakers: live?.speakers() ?? [],
    /** The phone rings until its user answers. */
    can_answer: call.status === 'ringing' && live?.answerByHand !== undefined,
    has_recording: isOver(call) && control.isRecorded(sid),
  }
}
