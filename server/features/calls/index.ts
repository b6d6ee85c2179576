// Phone calls: making and answering them, their sessions, transcripts, costs and webhooks.
import './events.ts'

export type {
  AnsweredBy,
  CallRef,
  CallResult,
  CallType,
  EndedBy,
  TimelineEvent,
  TranscriptEntry,
  TurnLatency,
} from './call/call.ts'
export type { EndedReason } from './call/status.ts'
export { finishCall } from './ending/finish-call.ts'
export { callCrons, callJobs } from './jobs.ts'
export { makeCall } from './make-call.ts'
export { recordingKeyOf } from './recording/serve-recording.ts'
export { callHandlers } from './routes.ts'
export { openSessions } from './session/sessions.ts'
export { transferCall } from './session/transfer-call.ts'
