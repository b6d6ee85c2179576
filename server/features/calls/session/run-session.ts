// Runs the session of one call: connects the media line with the engine, saves checkpoints, and stores the result.
import { dtmfTone, loadVoiceActivity } from '@parley/speech'
import { actFor } from '#server/features/accounts/index.ts'
import type { Assistant } from '#server/features/assistants/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { MediaLine, MediaLineListener } from '#server/ports/media-line.ts'
import type { AnsweredBy as CarrierAnsweredBy } from '#server/ports/voice-carrier.ts'
import {
  type AmbientMixer,
  type AmbientSound,
  createAmbientMixer,
  loadAmbience,
} from '#server/voice/ambience/ambience.ts'
import { createCallEngine } from '#server/voice/engine/call-engine.ts'
import type { CallRecord } from '#server/voice/engine/call-record.ts'
import { realClock } from '#server/voice/engine/clock.ts'
import type { Background } from '#server/voice/engine/playout.ts'
import type { CallEnd, CallHost } from '#server/voice/engine/settings.ts'
import type { NoiseSuppression } from '#server/voice/noise-suppression/noise-suppression.ts'
import { onTick } from '#server/voice/pacer.ts'
import { createPipelineMode } from '#server/voice/pipeline/pipeline-mode.ts'
import { createRealtimeMode } from '#server/voice/realtime/realtime-mode.ts'
import { createTurnRules } from '#server/voice/turn-rules.ts'
import { createVolumeNormalizer } from '#server/voice/volume-normalization.ts'
import { createCallRecording } from './call-recording.ts'
import { type Captions, createCaptions } from './captions.ts'
import type { LiveCall } from './claim-media.ts'
import { type CustomerAudio, openCustomerAudio } from './customer-audio.ts'
import { createHandover, handoverInstruction, type NextAssistant, settingsOfNext } from './hand-over.ts'
import { prepareSession } from './prepare-session.ts'
import { recordLiveState } from './record-live-state.ts'
import { type FinalEnd, storeResult } from './store-result.ts'
import { transferCall } from './transfer-call.ts'
import { createWarmTransfers } from './warm-transfers.ts'

const checkpointMs = 3_000

/** A session in this process. */
export interface Session {
  carrierSays(answeredBy: CarrierAnsweredBy, greetingEnded: boolean): void
  /** Says goodbye, because the process ends. Resolves when the result is stored. */
  conclude(): Promise<void>
  /** Ends the call at once, because the process ends. Resolves when the result is stored. */
  shutDown(): Promise<void>
}

/** Returns the listener of the media line. `ended` is called when the result is stored. */
export async function openSession(
  context: AppContext,
  call: LiveCall,
  { noiseSuppression, ended }: { noiseSuppression: NoiseSuppression; ended(): void },
): Promise<{ session: Session; listen(line: MediaLine): MediaLineListener }> {
  const ctx = (await actFor(context, call.accountId))!
  const { assistant } = call
  const handovers = createHandover(ctx, call)
  const warmTransfers = createWarmTransfers(context, call)
  const [first, voiceActivity] = await Promise.all([prepareSession(ctx, call, handovers.handover), loadVoiceActivity()])
  const finished = Promise.withResolvers<void>()
  const volume = createVolumeNormalizer()
  const startedMs = realClock.now()
  const recording = createCallRecording(context, call, { startedMs, maxMs: first.settings.maxDurationMs })
  let engine: ReturnType<typeof createCallEngine> | undefined
  let line: MediaLine | undefined
  let marked: (name: string) => void = () => {}
  let customerAudio: CustomerAudio | undefined
  let stopTicks: (() => void) | undefined
  let checkpoint: NodeJS.Timeout | undefined
  let savedEntries = 0
  let saving: Promise<void> | undefined
  let isLost = false
  let captions: Captions | undefined
  /** Set when the line is closed or the process ends: the call is not handed over anymore. */
  let stopReason: 'caller_hung_up' | 'process_died' | undefined
  let answeredBy: CallEnd['answeredBy'] | undefined
  let engines = 0

  /** The first engine of the call, or the one of the assistant that the call was handed over to. */
  function openEngine(given: MediaLine, prepared: NextAssistant, earlier?: CallRecord): void {
    const { settings } = prepared
    // The carrier can still return marks that an earlier engine has sent.
    const prefix = `${++engines}/`
    marked = (name) => {
      if (name.startsWith(prefix)) engine?.marked(name.slice(prefix.length))
    }
    const line = {
      sendAudio: given.sendAudio,
      sendMark: (name: string) => given.sendMark(`${prefix}${name}`),
      clear: given.clear,
    }
    customerAudio?.close()
    customerAudio = openCustomerAudio(prepared.assistant, {
      voiceActivity,
      noiseSuppression,
      activity: (frame) => guard(() => engine!.customerActivity(frame)),
    })
    engine = createCallEngine(settings, createTurnRules(settings), { ...host(given, prepared), line, earlier })
  }

  const host = (given: MediaLine, { assistant, settings, mode, tools }: NextAssistant): CallHost => ({
    clock: realClock,
    line: given,
    createMode: (listener) =>
      mode.kind === 'pipeline'
        ? createPipelineMode(mode.options, listener)
        : createRealtimeMode(mode.options, listener),
    tools,
    isSpeech: (frame) => customerAudio!.isSpeech(frame),
    normalizeVolume: volume.process,
    tonesOf,
    background: assistant.ambientSound === 'off' ? undefined : backgroundOf(context, assistant),
    recorder: recording.recorderFor(assistant),
    transfer: (to, failed, warm) => {
      const { language } = settings
      const run = warm ? warmTransfers.start(to, { ...warm, language }) : transferCall(context, call, to)
      run.catch((error: unknown) => {
        if (!(error instanceof Refusal)) context.log.error({ err: error, call: call.uuid }, 'a transfer failed')
        guard(() => failed(error instanceof Refusal ? error.message : 'The transfer failed.'))
      })
    },
    ended: (end) => engineEnded(given, assistant, end),
  })

  function engineEnded(given: MediaLine, from: Assistant, { reason, ...end }: CallEnd): void {
    answeredBy ??= end.answeredBy
    if (reason !== 'handed_over') {
      void store({ ...end, reason, answeredBy })
      return
    }
    const next = stopReason === undefined ? handovers.take() : undefined
    if (!next) {
      void store({ ...end, reason: stopReason ?? 'internal_error', answeredBy })
      return
    }
    const { record } = end
    record.note('assistant_transferred', `${from.name} → ${next.assistant.name}`)
    record.transferred(next.assistant.name, handoverInstruction(from.name))
    const settings = settingsOfNext(next.settings, record.sinceStart(), first.settings.maxDurationMs)
    try {
      openEngine(given, { ...next, settings }, record)
    } catch (error) {
      context.log.error({ err: error, call: call.uuid }, 'a call could not be handed over to another assistant')
      void store({ ...end, reason: 'internal_error', answeredBy })
    }
  }

  /** A bug in one call must not end the others. */
  function guard(run: () => void): void {
    try {
      run()
    } catch (error) {
      context.log.error({ err: error, call: call.uuid }, 'a call failed')
      if (engine?.isEnded() === false) engine.end('internal_error')
    }
  }

  async function store(end: FinalEnd): Promise<void> {
    // Storing takes time that is not talk time.
    const talkUntil = context.now()
    stopTicks?.()
    clearInterval(checkpoint)
    try {
      captions?.flush()
      line?.close()
      customerAudio?.close()
      // A checkpoint that is written later would overwrite the result.
      await saving
      const reason = await warmTransfers.end(end.reason)
      if (!isLost) await storeResult(context, call, { ...end, reason, talkUntil }, await recording.save())
    } catch (error) {
      // The call is finished from its checkpoints.
      context.log.error({ err: error, call: call.uuid }, 'the result of a call could not be stored')
    } finally {
      finished.resolve()
      ended()
    }
  }

  /** Entries at the end may still grow, so they are saved again. */
  async function saveCheckpoint(): Promise<void> {
    const { transcript } = engine!.record
    const position = Math.max(0, savedEntries - 2)
    const entries = transcript.slice(position)
    const isOpen = await recordLiveState(context, call, { position, entries })
    savedEntries = position + entries.length
    if (isOpen || engine!.isEnded()) return
    isLost = true
    stopReason = 'process_died'
    guard(() => engine!.end('process_died'))
  }

  return {
    session: {
      carrierSays: (answeredBy, greetingEnded) => guard(() => engine?.carrierSays(answeredBy, greetingEnded)),
      async conclude() {
        if (!engine) return
        stopReason ??= 'process_died'
        guard(engine.conclude)
        await finished.promise
      },
      async shutDown() {
        if (!engine) return
        stopReason ??= 'process_died'
        guard(() => engine!.end('process_died'))
        await finished.promise
      },
    },
    listen(given) {
      line = given
      try {
        openEngine(given, { assistant, ...first })
      } catch (error) {
        customerAudio?.close()
        throw error
      }
      captions = given.showCaptions && createCaptions(() => engine!.liveTranscript(), given.showCaptions)
      stopTicks = onTick(() =>
        guard(() => {
          engine!.tick()
          captions?.tick()
        }),
      )
      checkpoint = setInterval(() => {
        saving ??= saveCheckpoint()
          .catch((error: unknown) =>
            context.log.warn({ err: error, call: call.uuid }, 'a checkpoint of a call could not be saved'),
          )
          .finally(() => {
            saving = undefined
          })
      }, checkpointMs)
      return {
        audio: (frame) =>
          guard(() => {
            engine!.customerAudio(frame)
            customerAudio!.process(frame)
          }),
        mark: (name) => guard(() => marked(name)),
        keyPressed: (key) => guard(() => engine!.keyPressed(key)),
        textTyped: (text) => guard(() => engine!.customerTyped(text)),
        closed: () => {
          stopReason ??= 'caller_hung_up'
          guard(() => engine!.lineClosed())
        },
      }
    },
  }
}

const pauseBytes = { w: 4_000, W: 8_000, between: 640 }

function tonesOf(keys: string): Uint8Array {
  const parts = [...keys].flatMap((key) =>
    key === 'w' || key === 'W' ? [silence(pauseBytes[key])] : [dtmfTone(key), silence(pauseBytes.between)],
  )
  return Buffer.concat(parts)
}

const silence = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(0xff)

/** The first call of the process with a sound is silent until the sound is synthesized. */
function backgroundOf({ log }: AppContext, { ambientSound, ambientSoundVolume: volume }: Assistant): Background {
  let mixer: AmbientMixer | undefined
  loadAmbience(ambientSound as AmbientSound).then(
    (ambience) => {
      mixer = createAmbientMixer(ambience, volume)
    },
    (error: unknown) => log.error({ err: error }, 'an ambient sound could not be synthesized'),
  )
  return {
    mix(audio) {
      if (!mixer) return
      for (let from = 0; from < audio.length; from += 160) audio.set(mixer.mix(audio.subarray(from, from + 160)), from)
    },
  }
}
