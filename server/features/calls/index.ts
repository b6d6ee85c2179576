// Phone calls: making and answering them, their sessions, transcripts, costs and webhooks.
export { finishCall } from './ending/finish-call.ts'
export { recordingKeyOf } from './recording/serve-recording.ts'
export { findAnsweredBy } from './session/answered-by.ts'
export { builtInTool } from './session/call-tools.ts'
export { claimMedia, type LiveCall } from './session/claim-media.ts'
export { recordLiveState } from './session/record-live-state.ts'
export { openSessions } from './session/sessions.ts'
export { transferCall } from './session/transfer-call.ts'
