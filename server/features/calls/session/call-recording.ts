// Records a call while assistants talk that record their calls.
import type { Assistant } from '#server/features/assistants/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { CallRecorder } from '#server/voice/engine/settings.ts'
import { createRecorder, type Recorder } from '#server/voice/recorder.ts'
import { recordingKeyOf } from '../recording/serve-recording.ts'
import type { LiveCall } from './claim-media.ts'

/** The recording begins at `startedMs`, and is silent while other assistants talk. */
export function createCallRecording(
  { files, log }: AppContext,
  call: LiveCall,
  { startedMs, maxMs }: { startedMs: number; maxMs: number },
) {
  let recorder: Recorder | undefined
  return {
    /** Undefined if the assistant does not record its calls. */
    recorderFor({ record }: Assistant): CallRecorder | undefined {
      if (!record) return undefined
      recorder ??= createRecorder({ maxMs })
      const { heard, played, interrupted } = recorder
      return {
        customer: (frame, atMs) => heard(frame, atMs - startedMs),
        assistant: (audio, atMs, isContinued) => played(audio, atMs - startedMs, isContinued),
        discarded: interrupted,
      }
    },
    /** Returns the key of the stored file, or undefined if there is none. */
    async save(): Promise<string | undefined> {
      if (!recorder) return undefined
      const key = recordingKeyOf({ accountId: call.accountId, id: call.uuid })
      try {
        await files.put(key, await recorder.finish(), 'audio/wav')
        return key
      } catch (error) {
        log.error({ error, call: call.uuid }, 'the recording of a call could not be stored')
        return undefined
      }
    },
  }
}
