// The engine of a call with its marks and the customer's audio. A transfer to another assistant replaces all three.

import type { Log } from '#server/platform/observability/log.ts'
import type { MediaLine } from '#server/ports/media-line.ts'
import { createCallRules } from '#server/voice/call-rules.ts'
import { changeVolume } from '#server/voice/change-volume.ts'
import { realClock } from '#server/voice/clock.ts'
import { type CallEngine, createCallEngine } from '#server/voice/engine/call-engine.ts'
import type { CallRecord } from '#server/voice/engine/call-record.ts'
import type { CallHost } from '#server/voice/engine/settings.ts'
import { createSpokenLanguage } from '#server/voice/language/spoken-language.ts'
import { createPipelineMode } from '#server/voice/pipeline/pipeline-mode.ts'
import { createRealtimeMode } from '#server/voice/realtime/realtime-mode.ts'
import { createVolumeNormalizer } from '#server/voice/volume-normalization.ts'
import type { NextAssistant } from './assistant-transfer.ts'
import { backgroundOf, tonesOf } from './call-sounds.ts'
import { type CustomerAudio, type CustomerAudioOptions, openCustomerAudio } from './customer-audio.ts'

export interface EngineSlotOptions extends Pick<CustomerAudioOptions, 'voiceActivity' | 'noiseSuppression'> {
  line: MediaLine
  log: Log
  /** Runs what is called from outside the engine, so that an error ends this call only. */
  guard(run: () => void): void
}

export type EngineSlot = ReturnType<typeof createEngineSlot>

export function createEngineSlot(options: EngineSlotOptions) {
  const { line, log, voiceActivity, noiseSuppression, guard } = options
  const volume = createVolumeNormalizer()
  let engines = 0
  let engine: CallEngine | undefined
  let audio: CustomerAudio | undefined
  let prefix = ''

  return {
    /** Replaces the engine. `earlier` is the conversation that the engine before has begun. */
    open(
      { assistant, settings, mode, tools, speechVerifier, otherLanguages }: NextAssistant,
      host: Pick<CallHost, 'recorder' | 'transfer' | 'ended'>,
      earlier?: CallRecord,
    ): void {
      // The carrier can still return marks that an earlier engine has sent.
      const ownPrefix = `${++engines}/`
      prefix = ownPrefix
      audio?.close()
      const ownAudio = openCustomerAudio(assistant, {
        voiceActivity,
        noiseSuppression,
        activity: (frame) => guard(() => engine!.customerActivity(frame)),
      })
      audio = ownAudio
      try {
        const spoken = createSpokenLanguage({ language: settings.language, others: otherLanguages })
        engine = createCallEngine(settings, createCallRules(settings, spoken.current), {
          ...host,
          earlier,
          clock: realClock,
          line: {
            sendAudio: line.sendAudio,
            sendKeys: line.sendKeys,
            sendMark: (name) => line.sendMark(`${ownPrefix}${name}`),
            clear: line.clear,
          },
          createMode: (listener) =>
            mode.kind === 'pipeline'
              ? createPipelineMode(mode.options, spoken, listener)
              : createRealtimeMode(mode.options, spoken, listener),
          tools,
          isSpeech: ownAudio.isSpeech,
          verifySpeech: speechVerifier?.open,
          normalizeVolume: volume.process,
          tonesOf: line.sendKeys ? (keys) => tonesOf(keys).fill(0xff) : tonesOf,
          changeVolume,
          background: backgroundOf(assistant, (error) =>
            log.error({ error }, 'an ambient sound could not be synthesized'),
          ),
        })
      } catch (error) {
        audio = undefined
        ownAudio.close()
        throw error
      }
    },
    /** Undefined until the first engine has been opened. */
    engine: () => engine,
    heard(frame: Uint8Array): void {
      engine!.customerAudio(frame)
      audio!.process(frame)
    },
    marked(name: string): void {
      if (name.startsWith(prefix)) engine!.marked(name.slice(prefix.length))
    },
    close(): void {
      line.close()
      audio?.close()
    },
  }
}
