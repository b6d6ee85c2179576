// What the API and the control API can do with live calls.
import type { CallRecording, RecordingOptions } from './call-recordings.ts'
import type { Call, CallCallback, Instructions } from './calls.ts'

export interface Telephony {
  /** Dials the number of a new outgoing call. Resolves after the first attempt of its first callback. */
  dial(call: Call): Promise<void>
  /** Calls a number of the account from a virtual phone. */
  callAccount(from: string, to: string): Call
  /** Ends a call from the account's side; a call that was not answered becomes `canceled`. */
  hangUp(sid: string): void
  /** Replaces the TwiML of a call in progress. */
  redirect(sid: string, instructions: Instructions): void
  /** Restarts the time limit, counted from the answer. */
  limit(sid: string, maxSeconds: number): void
  changeCallback(sid: string, callback: CallCallback): void
  /** Starts a recording of a call in progress. */
  startRecording(callSid: string, options: RecordingOptions): CallRecording
  /** Pauses an active recording, or resumes it without `pause`. */
  pauseRecording(recording: CallRecording, pause?: 'skip' | 'silence'): void
  stopRecording(recording: CallRecording): void
  /** A WAV file; undefined if the recording cannot have this number of channels. */
  recordingFile(recording: CallRecording, channels?: 1 | 2): Buffer | undefined
}
