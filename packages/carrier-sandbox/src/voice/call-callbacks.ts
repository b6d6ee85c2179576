// Sends the status callbacks of a call in order, with the faults of its request.
import { recordingPath } from '../core/addresses.ts'
import type { CallRecording } from '../core/call-recordings.ts'
import { type Call, type CallEvent, durationSeconds } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import { findFault } from '../core/faults.ts'
import type { OutgoingWebhook } from '../core/webhook.ts'

interface Queue {
  /** Callbacks to send in reverse order. */
  held: OutgoingWebhook[]
  last: Promise<void>
}

/** The recordings of a call post their status after those of the call, even when it is over. */
const queues = new WeakMap<Call, Queue>()

export function createCallCallbacks(context: SandboxContext, call: Call) {
  const queue = queues.get(call) ?? { held: [], last: Promise.resolve() }
  queues.set(call, queue)

  function enqueue(webhook: OutgoingWebhook): Promise<void> {
    const { copies, delayMs } = context.faults.takeForCallback()
    const count = copies * (findFault(call.faults, 'double-callbacks') ? 2 : 1)
    const sendCopies = async () => {
      for (let copy = 0; copy < count; copy++) await context.sendWebhook(webhook).firstAttempt
    }
    const waitMs = findFault(call.faults, 'delay-callbacks')?.delayMs ?? delayMs
    if (waitMs > 0) return new Promise((resolve) => context.scheduler.after(waitMs, () => sendCopies().then(resolve)))
    queue.last = queue.last.then(sendCopies)
    return queue.last
  }

  return {
    /** Posts the status of a recording. Resolves after the first attempt. */
    async post(webhook: OutgoingWebhook): Promise<void> {
      if (!findFault(call.faults, 'drop-callbacks')) await enqueue(webhook)
    },
    /** Resolves after the first attempt, or at once if the call has no callback for the event. */
    async send(event: CallEvent): Promise<void> {
      const { callback, faults } = call
      if (callback?.events.includes(event) && !findFault(faults, 'drop-callbacks')) {
        const { url, method } = callback
        const form = formOf(context, call, event)
        if (findFault(faults, 'unknown-field')) form['NewFieldOfTomorrow'] = 'x y+z&é'
        const webhook: OutgoingWebhook = { kind: 'status', url, method, form, callSid: call.sid }
        if (findFault(faults, 'reverse-callbacks')) queue.held.push(webhook)
        else await enqueue(webhook)
      }
      if (event === 'completed') await Promise.all(queue.held.splice(0).reverse().map(enqueue))
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
