// Prepares the customer's audio for the detection of speech, by the settings of the assistant that talks.
import type { loadVoiceActivity, VoiceActivityMode } from '@parley/speech'
import type { Assistant } from '#server/features/assistants/index.ts'
import type { NoiseSuppression } from '#server/voice/noise-suppression/noise-suppression.ts'

export interface CustomerAudioOptions {
  voiceActivity: Awaited<ReturnType<typeof loadVoiceActivity>>
  noiseSuppression: NoiseSuppression
  /** Receives each frame once, possibly later and without background noise. */
  activity(frame: Uint8Array): void
}

export type CustomerAudio = ReturnType<typeof openCustomerAudio>

export function openCustomerAudio(
  { turnDetectionThreshold, enableNoiseCancellation }: Assistant,
  { voiceActivity, noiseSuppression, activity }: CustomerAudioOptions,
) {
  const detector = voiceActivity.open(activityMode(turnDetectionThreshold))
  const suppressor = enableNoiseCancellation ? noiseSuppression.open(activity) : undefined
  return {
    isSpeech: (frame: Uint8Array): boolean => detector.isSpeech(frame),
    /** 20 ms. The bytes may be reused after the call. */
    process: suppressor?.process ?? activity,
    close(): void {
      detector.close()
      suppressor?.close()
    },
  }
}

/** The threshold is from 0, which detects speech readily, to 1; null is automatic. */
function activityMode(threshold: number | null): VoiceActivityMode {
  return threshold === null ? 2 : (Math.min(3, Math.floor(threshold * 4)) as VoiceActivityMode)
}
