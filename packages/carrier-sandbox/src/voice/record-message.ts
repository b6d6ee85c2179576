// Performs `<Record>`: records what the phone says until a silence, a key, the maximum length or the end of the call.
// https://www.twilio.com/docs/voice/twiml/record
import { isOver } from '../core/calls.ts'
import { beep, frameMs, isLoud, silence } from './audio.ts'
import { type AudioEnd, silentEnd } from './audio-end.ts'
import { recordingFields } from './call-callbacks.ts'
import { startRecording, stopRecording } from './call-recordings.ts'
import type { LiveCall, VoiceEnvironment } from './environment.ts'
import { playAudio } from './play-audio.ts'
import type { RecordVerb } from './record-twiml.ts'

/** Resolves with the fields for the action, or undefined if nothing was said. */
export async function recordMessage(
  env: VoiceEnvironment,
  live: LiveCall,
  verb: RecordVerb,
  signal: AbortSignal,
): Promise<Record<string, string> | undefined> {
  if (verb.playBeep) await playAudio(live, beep, signal)
  if (signal.aborted) return undefined
  const recording = startRecording(env, live.call.sid, verb.recording, 'RecordVerb')
  const key = await untilFinished(live, verb, signal)
  stopRecording(env, recording)
  if (recording.durationSeconds === null || recording.errorCode !== null) return undefined
  const fields = recordingFields(env.context, recording)
  const digits = isOver(live.call) ? 'hangup' : key
  return digits === undefined ? fields : { ...fields, Digits: digits }
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
  const end: AudioEnd = {
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
  live.application = end
  signal.addEventListener('abort', stop, { once: true })
  const key = await finished
  signal.removeEventListener('abort', stop)
  if (live.application === end) live.application = silentEnd
  return key
}
