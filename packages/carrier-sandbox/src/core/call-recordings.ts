// Stores the recordings that the account requested of its calls, and defines what a recording is.
import type { Journal } from './journal.ts'

export type RecordingEvent = 'in-progress' | 'completed' | 'absent'
export type RecordingSource = 'OutboundAPI' | 'StartCallRecordingAPI' | 'DialVerb' | 'RecordVerb'

/** `inbound` is what the phone says, `outbound` what it hears. */
export type RecordingTrack = 'inbound' | 'outbound' | 'both'

export interface RecordingCallback {
  url: string
  method: 'GET' | 'POST'
  events: RecordingEvent[]
}

export interface RecordingOptions {
  track: RecordingTrack
  /** One track always has one channel. */
  channels: 1 | 2
  /** Whether silence at the start and the end is removed. */
  trim: boolean
  callback: RecordingCallback | null
}

/** A part of the audio of the call, in bytes of mu-law audio since the answer. */
export interface RecordedPart {
  from: number
  /** Null while this part is being recorded. */
  to: number | null
  /** Silence replaces the audio, as during a pause. */
  isSilent: boolean
}

export interface CallRecording extends RecordingOptions {
  sid: string
  callSid: string
  source: RecordingSource
  status: 'in-progress' | 'paused' | 'stopped' | 'completed' | 'absent'
  createdAtMs: number
  updatedAtMs: number
  parts: RecordedPart[]
  /** Null until the end. */
  durationSeconds: number | null
  /** Why there is no audio: 16101 (too short) or 16102 (silent). */
  errorCode: number | null
}

export type CallRecordingStore = ReturnType<typeof createCallRecordingStore>

const maxRecordings = 1_000

export function createCallRecordingStore(journal: Journal) {
  const recordings = new Map<string, CallRecording>(
    journal.entries.get('recording') as Map<string, CallRecording> | undefined,
  )
  const store = {
    get: (sid: string): CallRecording | undefined => recordings.get(sid),
    /** Oldest first. */
    list: (): CallRecording[] => [...recordings.values()],
    of: (callSid: string): CallRecording[] => store.list().filter((recording) => recording.callSid === callSid),
    save(recording: CallRecording): void {
      recordings.set(recording.sid, recording)
      journal.put('recording', recording.sid, recording)
      const oldest = recordings.values().next().value!
      if (recordings.size > maxRecordings) store.remove(oldest)
    },
    /** Also deletes the audio from the state folder with the last recording of a call. */
    remove({ sid, callSid }: CallRecording): void {
      if (!recordings.delete(sid)) return
      journal.delete('recording', sid)
      if (store.of(callSid).length === 0) journal.delete('audio', callSid)
    },
    /** Moves times after `nowMs`, from when the clock was ahead, to `nowMs`. */
    clampTimes(nowMs: number): void {
      for (const recording of recordings.values()) {
        recording.createdAtMs = Math.min(recording.createdAtMs, nowMs)
        recording.updatedAtMs = Math.min(recording.updatedAtMs, nowMs)
        store.save(recording)
      }
    },
  }
  return store
}

/** Whether audio is being added, or a pause can end. */
export function isActive({ status }: CallRecording): boolean {
  return status === 'in-progress' || status === 'paused'
}
