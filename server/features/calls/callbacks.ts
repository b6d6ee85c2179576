// The HTTP endpoints of calls outside the contract.
import type { Callback } from '#server/platform/http/callbacks.ts'
import { serveSignedRecording } from './recording/serve-recording.ts'

export const callCallbacks: Callback[] = [{ method: 'GET', path: '/recordings/:token', answer: serveSignedRecording }]
