// Performs `<Dial>`: calls another number and connects the two calls.
import { parseAddress } from '../core/addresses.ts'
import type { CallRecording } from '../core/call-recordings.ts'
import { durationSeconds, newCall } from '../core/calls.ts'
import { createBridge, silentEnd } from './audio-end.ts'
import { recordingFields } from './call-callbacks.ts'
import { startRecording, stopRecording } from './call-recordings.ts'
import type { LiveCall, VoiceEnvironment } from './environment.ts'
import { createLiveCall } from './live-call.ts'
import { placeCall } from './place-call.ts'
import type { DialVerb } from './voice-twiml.ts'

/** Resolves with the fields for the `action` URL when the dialled call is over. */
export async function dialNumber(
  env: VoiceEnvironment,
  parent: LiveCall,
  verb: DialVerb,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const { context } = env
  const from = verb.callerId ?? (parent.call.direction === 'inbound' ? parent.call.from : parent.call.to)
  const alarm = (code: number, text: string) => {
    context.activityLog.raiseAlarm(code, `${parent.call.sid}: ${text}`)
    return { DialCallStatus: 'failed' }
  }
  if (!parseAddress(verb.to).isNumber) return alarm(13224, `<Dial> cannot call ${verb.to}.`)
  const mayShow = context.phoneNumbers.find(from) ?? [parent.call.from, parent.call.to].includes(from)
  if (!mayShow) return alarm(13214, `${from} is not a valid callerId.`)
  const call = newCall(context, {
    direction: 'outbound-dial',
    parentSid: parent.call.sid,
    from,
    to: verb.to,
    instructions: { twiml: '' },
    ringingSeconds: verb.ringingSeconds,
    maxSeconds: verb.maxSeconds,
    callback: verb.callback,
  })
  context.calls.save(call)
  const child = createLiveCall(env, call)
  const { promise: over, resolve } = Promise.withResolvers<void>()
  child.signal.addEventListener('abort', () => resolve(), { once: true })
  const giveUp = () => child.end('canceled', 487)
  signal.addEventListener('abort', giveUp, { once: true })
  let recording: CallRecording | undefined
  function record(event: 'ringing' | 'answer'): void {
    if (verb.recording?.startsAt === event) recording = startRecording(env, parent.call.sid, verb.recording, 'DialVerb')
  }
  void child.initiate()
  record('ringing')
  placeCall(env, child, () => {
    const bridge = createBridge(
      (key) => parent.party().keyPressed(key),
      (key) => child.party().keyPressed(key),
    )
    parent.application = bridge.first
    child.application = bridge.second
    record('answer')
  })
  await over
  if (recording) stopRecording(env, recording)
  signal.removeEventListener('abort', giveUp)
  if (!signal.aborted) parent.application = silentEnd
  const answered = call.answeredAtMs !== null
  return {
    DialCallSid: call.sid,
    DialCallStatus: call.status,
    ...(answered && { DialCallDuration: String(durationSeconds(call)), DialBridged: 'true' }),
    ...(recording && recordingFields(context, recording)),
  }
}
