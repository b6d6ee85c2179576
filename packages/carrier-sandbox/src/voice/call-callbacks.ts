// Sends the status callbacks of a call in order, with the faults of its request.

import type { OutgoingWebhook } from '../core/activity-log.ts'
import { recordingPath } from '../core/addresses.ts'
import type { CallRecording } from '../core/call-recordings.ts'
import { type Call, type CallEvent, durationSeconds } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import { findFault } from '../core/faults.ts'
import { createCallbackQueue } from '../webhooks/status-callback.ts'

/** The recordings of a call post their status after those of the call, even when it is over. */
const queues = new WeakMap<Call, ReturnType<typeof createCallbackQueue>>()

export function createCallCallbacks(context: SandboxContext, call: Call) {
  const queue = queues.get(call) ?? createCallbackQueue(context, call, { waitsForDelayed: true })
  queues.set(call, queue)

  return {
    /** Posts the status of a recording. Resolves after the first attempt. */
    async post(webhook: OutgoingWebhook): Promise<void> {
      if (!findFault(call.faults, 'drop-callbacks')) await queue.send(webhook)
    },
    /** Resolves after the first attempt, or at once if the call has no callback for the event. */
    async send(event: CallEvent): Promise<void> {
      const { callback, faults } = call
      if (callback?.events.includes(event) && !findFault(faults, 'drop-callbacks')) {
        const { url, method } = callback
        const form = formOf(context, call, event)
        if (findFault(faults, 'unknown-field')) form['NewFieldOfTomorrow'] = 'x y+z&é'
        await queue.add({ kind: 'status', url, method, form, callSid: call.sid })
      }
      if (event === 'completed') await Promise.all(queue.takeHeld().map(queue.send))
    },
  }
}

function formOf(context: SandboxContext, call: Call, event: CallEvent): Record<string, string> {
  const seconds = durationSeconds(call) ?? 0
  const recording = context.callRecordings.of(call.sid).find(({ source }) => source === 'OutboundAPI')
  const status = event === 'initiated' ? 'initiated' : event === 'answered' ? 'in-progress' : call.status
  return {
    ...callFields(context, call),
    CallStatus: event === 'ringing' ? 'ringing' : status,
    Timestamp: new Date(context.scheduler.nowMs()).toUTCString().replace('GMT', '+0000'),
    CallbackSource: 'call-progress-events',
    SequenceNumber: String(call.sequence++),
    ...(event === 'completed' && {
      CallDuration: String(seconds),
      Duration: String(Math.ceil(seconds / 60)),
      ...(call.sipCode !== null && { SipResponseCode: String(call.sipCode) }),
      ...(call.answeredBy !== null && !call.machineDetection?.callbackUrl && { AnsweredBy: call.answeredBy }),
      ...(recording && recordingFields(context, recording)),
    }),
  }
}

/** The fields that identify a recording in webhooks. */
export function recordingFields(
  { baseUrl, accountSid }: SandboxContext,
  { sid, durationSeconds }: CallRecording,
): Record<string, string> {
  return {
    RecordingSid: sid,
    RecordingUrl: baseUrl + recordingPath(accountSid, sid),
    ...(durationSeconds !== null && { RecordingDuration: String(durationSeconds) }),
  }
}

/** The fields of every webhook of a call. */
export function callFields({ accountSid }: SandboxContext, call: Call): Record<string, string> {
  return {
    CallSid: call.sid,
    AccountSid: accountSid,
    From: call.from,
    To: call.to,
    Caller: call.from,
    Called: call.to,
    Direction: call.direction,
    CallStatus: call.status,
    ApiVersion: '2010-04-01',
    ...(call.parentSid !== null && { ParentCallSid: call.parentSid }),
    ...placeOf('From', call.from),
    ...placeOf('Caller', call.from),
    ...placeOf('To', call.to),
    ...placeOf('Called', call.to),
  }
}

function placeOf(name: string, number: string): Record<string, string> {
  const country = number.startsWith('+1') ? 'US' : ''
  return { [`${name}City`]: '', [`${name}State`]: '', [`${name}Zip`]: '', [`${name}Country`]: country }
}
