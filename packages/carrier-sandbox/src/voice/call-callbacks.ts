// Sends the status callbacks of a call in order, with the faults of its request.
import { type Call, type CallEvent, durationSeconds } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import { findFault } from '../core/faults.ts'
import type { OutgoingWebhook } from '../core/webhook.ts'

export function createCallCallbacks(context: SandboxContext, call: Call) {
  /** Callbacks to send in reverse order. */
  const held: OutgoingWebhook[] = []
  let last: Promise<void> = Promise.resolve()

  function enqueue(webhook: OutgoingWebhook): Promise<void> {
    const { copies, delayMs } = context.faults.takeForCallback()
    const count = copies * (findFault(call.faults, 'double-callbacks') ? 2 : 1)
    const sendCopies = async () => {
      for (let copy = 0; copy < count; copy++) await context.sendWebhook(webhook).firstAttempt
    }
    const waitMs = findFault(call.faults, 'delay-callbacks')?.delayMs ?? delayMs
    if (waitMs > 0) return new Promise((resolve) => context.scheduler.after(waitMs, () => sendCopies().then(resolve)))
    last = last.then(sendCopies)
    return last
  }

  return {
    /** Resolves after the first attempt, or at once if the call has no callback for the event. */
    async send(event: CallEvent): Promise<void> {
      const { callback, faults } = call
      if (callback?.events.includes(event) && !findFault(faults, 'drop-callbacks')) {
        const { url, method } = callback
        const form = formOf(context, call, event)
        if (findFault(faults, 'unknown-field')) form['NewFieldOfTomorrow'] = 'x y+z&é'
        const webhook: OutgoingWebhook = { kind: 'status', url, method, form, callSid: call.sid }
        if (findFault(faults, 'reverse-callbacks')) held.push(webhook)
        else await enqueue(webhook)
      }
      if (event === 'completed') await Promise.all(held.splice(0).reverse().map(enqueue))
    },
  }
}

function formOf(context: SandboxContext, call: Call, event: CallEvent): Record<string, string> {
  const seconds = durationSeconds(call) ?? 0
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
    }),
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
