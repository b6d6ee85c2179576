// Phone calls: making and answering them, their sessions, transcripts, costs and webhooks.
import './events.ts'

export { finishCall } from './ending/finish-call.ts'
export { callCrons, callJobs } from './jobs.ts'
export { recordingKeyOf } from './recording/serve-recording.ts'
export { callHandlers } from './routes.ts'
export { findAnsweredBy } from './session/answered-by.ts'
export { claimMedia, type LiveCall } from './session/claim-media.ts'
export { recordLiveState } from './session/record-live-state.ts'
export { openSessions } from './session/sessions.ts'
export { transferCall } from './session/transfer-call.ts'
export { webCallPages } from './web/web-call-pages.ts'
