// Performs `<Record>`: records what the phone says until a silence, a key, the maximum length or the end of the call.
// https://www.twilio.com/docs/voice/twiml/record
import { isOver } from '../core/calls.ts'
import { beep, frameMs, isLoud, silence } from './audio.ts'
import { silentEnd } from './audio-end.ts'
import { callFields, recordingFields } from './call-callbacks.ts'
import { startRecording, stopRecording } from './call-recordings.ts'
import type { LiveCall, VoiceEnvironment } from './environment.ts'
import { playAudio } from './play-audio.ts'
import type { RecordVerb } from './record-twiml.ts'
import type { Action } from './twiml-attributes.ts'

/** Resolves with the fields for the action, or undefined if nothing was said. Posts them itself if the phone hangs up. */
export async function recordMessage(
  env: VoiceEnvironment,
  live: LiveCall,
  verb: RecordVerb,
  action: Action,
  signal: AbortSignal,
): Promise<Record<string, string> | undefined> {
  const { context } = env
  if (verb.playBeep) await playAudio(live, beep, signal)
  if (signal.aborted) return undefined
  const recording = startRecording(env, live.call.sid, verb.recording, 'RecordVerb')
  const key = await untilFinished(live, verb, signal)
  stopRecording(env, recording)
  if (recording.durationSeconds === null || recording.errorCode !== null) return undefined
  const fields = recordingFields(context, recording)
  if (!isOver(live.call)) return key === undefined ? fields : { ...fields, Digits: key }
  const form = { ...callFields(context, live.call), ...fields, Digits: 'hangup' }
  await context.sendWebhook({ ...action, kind: 'voice', form, callSid: live.call.sid }).done
  return undefined
}

/** Resolves with the key that was pressed. */
async function untilFinished(
  live: LiveCall,
  { finishKeys, timeoutSeconds, maxSeconds }: RecordVerb,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { promise: finished, resolve } = Promise.withResolvers<string | undefined>()
  const stop = () => resolve(undefined)
  let [quietMs, recordedMs] = [0, 0]
  live.application = {
    exchange(heard) {
      recordedMs += frameMs
      quietMs = isLoud(heard) ? 0 : quietMs + frameMs
      if (quietMs >= timeoutSeconds * 1_000 || recordedMs >= maxSeconds * 1_000) stop()
      return silence
    },
    keyPressed(key) {
      if (finishKeys.includes(key)) resolve(key)
    },
  }
  signal.addEventListener('abort', stop, { once: true })
  const key = await finished
  signal.removeEventListener('abort', stop)
  live.application = silentEnd
  return key
}
