// Starts, pauses and ends the recordings that the account requests of a call, and posts their status.
import {
  type CallRecording,
  isActive,
  type RecordingEvent,
  type RecordingOptions,
  type RecordingSource,
} from '../core/call-recordings.ts'
import { newSid } from '../core/sids.ts'
import { bytesPerMs } from './audio.ts'
import { createCallCallbacks, recordingFields } from './call-callbacks.ts'
import { type RecordingEnvironment as Environment, lengthOf, tracksOf, trim } from './recorded-audio.ts'

/** Starts a recording of a call in progress. */
export function startRecording(
  env: Environment,
  callSid: string,
  options: RecordingOptions,
  source: RecordingSource,
): CallRecording {
  const nowMs = env.context.scheduler.nowMs()
  const recording: CallRecording = {
    ...options,
    sid: newSid('RE'),
    callSid,
    source,
    status: 'in-progress',
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    parts: [{ from: positionOf(env, callSid), to: null, isSilent: false }],
    durationSeconds: null,
    errorCode: null,
  }
  env.context.callRecordings.save(recording)
  post(env, recording, 'in-progress')
  return recording
}

/** Pauses or resumes an active recording. A pause is left out of the recording, or silent. */
export function pauseRecording(
  env: Environment,
  recording: CallRecording,
  pause: 'skip' | 'silence' | undefined,
): void {
  const status = pause === undefined ? 'in-progress' : 'paused'
  if (status === recording.status) return
  closePart(env, recording)
  if (pause !== 'skip')
    recording.parts.push({ from: positionOf(env, recording.callSid), to: null, isSilent: pause === 'silence' })
  change(env, recording, { status })
}

/** Ends an active recording. Its length is known at once; it is completed in the next turn of the event loop. */
export function stopRecording(env: Environment, recording: CallRecording): void {
  if (!isActive(recording) || !isKept(env, recording)) return
  closePart(env, recording)
  const recordedBytes = lengthOf(recording.parts)
  if (recording.trim || recording.source === 'RecordVerb') {
    const trimmed = trim(recording.parts, tracksOf(env, recording))
    // A message of silence only is empty.
    if (recording.trim || trimmed.length === 0) recording.parts = trimmed
  }
  const bytes = lengthOf(recording.parts)
  change(env, recording, {
    status: 'stopped',
    durationSeconds: bytes === 0 ? 0 : Math.max(1, Math.round(bytes / bytesPerMs / 1_000)),
    errorCode: bytes > 0 ? null : recordedBytes > 0 ? 16102 : 16101,
  })
  env.context.scheduler.after(0, () => complete(env, recording))
}

/** At the end of the call. */
export function stopRecordings(env: Environment, callSid: string): void {
  for (const recording of env.context.callRecordings.of(callSid)) stopRecording(env, recording)
}

/** Completes the recordings that a restart interrupted. */
export function resumeRecordings(env: Environment): void {
  for (const recording of env.context.callRecordings.list()) {
    if (isActive(recording)) stopRecording(env, recording)
    else if (recording.status === 'stopped') env.context.scheduler.after(0, () => complete(env, recording))
  }
}

function complete(env: Environment, recording: CallRecording): void {
  if (!isKept(env, recording)) return
  const status = recording.errorCode === null ? 'completed' : 'absent'
  change(env, recording, { status })
  post(env, recording, status)
}

/** Neither a reset nor the limit has deleted the recording. */
function isKept({ context }: Environment, recording: CallRecording): boolean {
  return context.callRecordings.get(recording.sid) === recording
}

function change({ context }: Environment, recording: CallRecording, values: Partial<CallRecording>): void {
  Object.assign(recording, values, { updatedAtMs: context.scheduler.nowMs() })
  context.callRecordings.save(recording)
}

function post({ context }: Environment, recording: CallRecording, event: RecordingEvent): void {
  const { callback, callSid } = recording
  const call = context.calls.get(callSid)
  if (!call || !callback?.events.includes(event)) return
  const form = {
    AccountSid: context.accountSid,
    CallSid: callSid,
    ...recordingFields(context, recording),
    RecordingStatus: event,
    RecordingChannels: String(recording.channels),
    RecordingTrack: recording.track,
    RecordingSource: recording.source,
    RecordingStartTime: new Date(recording.createdAtMs).toUTCString().replace('GMT', '+0000'),
    ...(recording.errorCode !== null && { ErrorCode: String(recording.errorCode) }),
  }
  const { url, method } = callback
  const webhook = { kind: 'recording', url, method, form, callSid } as const
  context.scheduler.after(0, () => createCallCallbacks(context, call).post(webhook))
}

function closePart(env: Environment, recording: CallRecording): void {
  const last = recording.parts.at(-1)
  if (last?.to === null) last.to = positionOf(env, recording.callSid)
  if (last && last.to! <= last.from) recording.parts.pop()
}

const positionOf = ({ recordings }: Environment, callSid: string): number => recordings.get(callSid)?.length() ?? 0
