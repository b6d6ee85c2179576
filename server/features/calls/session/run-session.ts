// Runs the session of one call: connects the media line with the engine, saves checkpoints, and stores the result.
import { loadVoiceActivity, type VoiceActivityMode } from '@parley/speech'
import { dtmfTone } from '@parley/speech'
import { actFor } from '#server/features/accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { MediaLine, MediaLineListener } from '#server/ports/media-line.ts'
import type { AnsweredBy as CarrierAnsweredBy } from '#server/ports/voice-carrier.ts'
import { createAmbientMixer, loadAmbience } from '#server/voice/ambience/ambience.ts'
import { createCallEngine } from '#server/voice/engine/call-engine.ts'
import { realClock } from '#server/voice/engine/clock.ts'
import type { CallEnd, CallHost } from '#server/voice/engine/settings.ts'
import { onTick } from '#server/voice/pacer.ts'
import { createPipelineMode } from '#server/voice/pipeline/pipeline-mode.ts'
import { createRecorder } from '#server/voice/recorder.ts'
import { createTurnRules } from '#server/voice/turn-rules.ts'
import type { EndedBy } from '../call/call.ts'
import { finishCall } from '../ending/finish-call.ts'
import { recordingKeyOf } from '../recording/serve-recording.ts'
import type { LiveCall } from './claim-media.ts'
import { prepareSession } from './prepare-session.ts'
import { recordLiveState } from './record-live-state.ts'
import { transferCall } from './transfer-call.ts'

const checkpointMs = 3_000

/** A session in this process. */
export interface Session {
  carrierSays(answeredBy: CarrierAnsweredBy, greetingEnded: boolean): void
  /** Ends the call because the process ends. Resolves when the result is stored. */
  shutDown(): Promise<void>
}
