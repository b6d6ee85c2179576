// The audio of recordings: parts of the audio of their calls, which a state folder keeps.
import type { CallRecording, RecordedPart } from '../core/call-recordings.ts'
import { bytesPerMs, createRecording, encodeWav, frameBytes, isLoud, mix } from './audio.ts'
import type { VoiceEnvironment } from './environment.ts'

export type RecordingEnvironment = Pick<VoiceEnvironment, 'context' | 'recordings'>

/** Keeps the audio of a recorded call across restarts. */
export function saveAudio({ context, recordings }: RecordingEnvironment, callSid: string): void {
  const audio = recordings.get(callSid)?.channels()
  if (!audio || context.callRecordings.of(callSid).length === 0) return
  const [said, heard] = [audio.said, audio.heard].map((side) => Buffer.from(side).toString('base64'))
  context.journal.put('audio', callSid, { said, heard })
}

/** Reads the audio that a restart kept. A crash keeps none of the calls that were live. */
export function restoreAudio({ context, recordings }: RecordingEnvironment): void {
  const { entries } = context.journal
  for (const [callSid, audio] of entries.get('audio') ?? []) {
    const [said, heard] = ['said', 'heard'].map((side) =>
      Buffer.from((audio as Record<string, string>)[side]!, 'base64'),
    )
    const recording = createRecording(context.settings.recordedSeconds)
    recording.add(said!, heard!)
    recordings.set(callSid, recording)
  }
  entries.delete('audio')
  for (const recording of context.callRecordings.list()) {
    if (recordings.has(recording.callSid)) continue
    if (recording.status === 'completed') context.callRecordings.remove(recording)
    else if (recording.status !== 'absent') Object.assign(recording, { status: 'in-progress', parts: [] })
  }
}

/** Deletes the audio of a call and its recordings. */
export function forgetAudio({ context, recordings }: RecordingEnvironment, callSid: string): void {
  recordings.delete(callSid)
  for (const recording of context.callRecordings.of(callSid)) context.callRecordings.remove(recording)
}

/** A WAV file with one or two channels; undefined if there is only one track for two channels. */
export function recordingFile(
  env: RecordingEnvironment,
  recording: CallRecording,
  channels: 1 | 2 = recording.channels,
): Buffer | undefined {
  const [first, second] = tracksOf(env, recording)
  if (channels === 2) return second && encodeWav([first!, second])
  return encodeWav([second ? mix(first!, second) : first!])
}

/** Mu-law audio: the recorded tracks, what the phone said first. */
export function tracksOf({ recordings }: RecordingEnvironment, { callSid, track, parts }: CallRecording): Uint8Array[] {
  const audio = recordings.get(callSid)?.channels()
  const sides = [track !== 'outbound' && audio?.said, track !== 'inbound' && audio?.heard]
  return sides.filter((side) => side instanceof Uint8Array).map((side) => join(side, parts))
}

function join(side: Uint8Array, parts: readonly RecordedPart[]): Uint8Array {
  const joined = new Uint8Array(lengthOf(parts)).fill(0xff)
  let at = 0
  for (const part of parts) {
    if (!part.isSilent) joined.set(side.subarray(part.from, part.to!), at)
    at += part.to! - part.from
  }
  return joined
}

/** Removes the silence at both ends, except for 100 ms. */
export function trim(parts: readonly RecordedPart[], tracks: readonly Uint8Array[]): RecordedPart[] {
  const margin = 100 * bytesPerMs
  let [start, end] = [Number.POSITIVE_INFINITY, 0]
  const bytes = lengthOf(parts)
  for (let at = 0; at < bytes; at += frameBytes) {
    if (!tracks.some((track) => isLoud(track.subarray(at, at + frameBytes)))) continue
    start = Math.min(start, at - margin)
    end = at + frameBytes + margin
  }
  let at = 0
  return parts.flatMap((part) => {
    const offset = at - part.from
    at += part.to! - part.from
    const [from, to] = [Math.max(part.from, start - offset), Math.min(part.to!, end - offset)]
    return from < to ? [{ ...part, from, to }] : []
  })
}

export const lengthOf = (parts: readonly RecordedPart[]): number =>
  parts.reduce((sum, { from, to }) => sum + (to! - from), 0)
