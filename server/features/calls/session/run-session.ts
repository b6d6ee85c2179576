// The session of one call, from the media connection to the stored result. It owns a slot for the engine of the assistant.
import { readTransferNumber } from '@parley/rules'
import { loadVoiceActivity } from '@parley/speech'
import { actFor } from '#server/features/accounts/index.ts'
import type { Assistant } from '#server/features/assistants/index.ts'
import { keepSearchWarm } from '#server/features/knowledge/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { onceAvailable } from '#server/platform/database/once-available.ts'
import { unavailableReason } from '#server/platform/database/unavailable.ts'
import type { Link, LinkListener } from '#server/platform/links/link.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { MediaLine, MediaLineListener } from '#server/ports/media-line.ts'
import type { AnsweredBy as CarrierAnsweredBy } from '#server/ports/voice-carrier.ts'
import { realClock } from '#server/voice/clock.ts'
import type { CallEnd, CallHost } from '#server/voice/engine/settings.ts'
import { createLiveAudio, type LiveAudio } from '#server/voice/live-audio.ts'
import type { NoiseSuppression } from '#server/voice/noise-suppression/noise-suppression.ts'
import { onTick } from '#server/voice/pacer.ts'
import type { ListenRequest } from '../call/listener.ts'
import { type CallRequest, takeRequests } from '../call/store-requests.ts'
import { openAgentSpeech } from './agent-speech.ts'
import {
  createAssistantTransfers,
  type NextAssistant,
  settingsOfNext,
  transferInstruction,
} from './assistant-transfer.ts'
import { type CallListeners, createCallListeners } from './call-listeners.ts'
import { createCallRecording } from './call-recording.ts'
import { createCaptions, forCustomers, forMembers } from './captions.ts'
import { startCheckpoints } from './checkpoints.ts'
import type { LiveCall } from './claim-media.ts'
import { createEngineSlot, type EngineSlot } from './engine-slot.ts'
import type { LiveWords } from './live-words.ts'
import { prepareSession } from './prepare-session.ts'
import { servedBy } from './served-by.ts'
import { type FinalEnd, storeResult } from './store-result.ts'
import { createTransfers } from './transfers.ts'

/** A session in this process. */
export interface Session {
  carrierSays(answeredBy: CarrierAnsweredBy, greetingEnded: boolean): void
  /** A person of the account listens. Undefined if that is not possible. */
  connectListener(request: ListenRequest, link: Link): LinkListener | undefined
  /** There are requests of people of the account. */
  takeRequests(): Promise<void>
  /** Says goodbye, because the process ends. Resolves when the result is stored. */
  conclude(): Promise<void>
  /** Ends the call at once, because the process ends. Resolves when the result is stored. */
  shutDown(): Promise<void>
}

/** What runs while the line is open. */
interface OpenLine {
  slot: EngineSlot
  listeners: CallListeners
  stop(): Promise<void>
}

/** Returns the listener of the media line. `ended` is called when the result is stored. */
export async function openSession(
  context: AppContext,
  call: LiveCall,
  { noiseSuppression, liveWords, ended }: { noiseSuppression: NoiseSuppression; liveWords: LiveWords; ended(): void },
): Promise<{ session: Session; listen(line: MediaLine): MediaLineListener }> {
  const ctx = (await actFor(context, call.accountId))!
  const assistantTransfers = createAssistantTransfers(ctx, call)
  const transfers = createTransfers(context, call)
  const [first, voiceActivity] = await Promise.all([
    prepareSession(ctx, call, assistantTransfers.transferToAssistant),
    loadVoiceActivity(),
  ])
  const { maxDurationMs } = first.settings
  const recording = createCallRecording(context, call, { startedMs: realClock.now(), maxMs: maxDurationMs })
  const finished = Promise.withResolvers<void>()
  let open: OpenLine | undefined
  /** The assistant that answers; after a transfer, the next one. */
  let { assistant: current } = call
  /** Set when the line is closed or the process ends: the call is no longer transferred. */
  let stopReason: 'caller_hung_up' | 'process_died' | undefined
  /** The call was ended from outside, which has stored its result. */
  let isLost = false
  let answeredBy: CallEnd['answeredBy'] | undefined

  const logError = (error: unknown, message: string): void => context.log.error({ error, call: call.uuid }, message)

  /** A bug in one call must not end the others. */
  function guard(run: () => void): void {
    try {
      run()
    } catch (error) {
      logError(error, 'a call failed')
      const engine = open?.slot.engine()
      if (engine?.isEnded() === false) engine.end('internal_error')
    }
  }

  function hostFor(slot: EngineSlot, audio: LiveAudio, { assistant, settings: { language } }: NextAssistant) {
    return {
      recorder: audio.recorderWith(recording.recorderFor(assistant)),
      transfer: (request, failed) => {
        transfers.start({ ...request, language }).catch((error: unknown) => {
          if (!(error instanceof Refusal)) logError(error, 'a transfer failed')
          guard(() => failed(error instanceof Refusal ? error.message : 'The transfer failed.'))
        })
      },
      ended: (end) => engineEnded(slot, audio, assistant, end),
    } satisfies Pick<CallHost, 'recorder' | 'transfer' | 'ended'>
  }

  function engineEnded(slot: EngineSlot, audio: LiveAudio, from: Assistant, { reason, ...end }: CallEnd): void {
    answeredBy ??= end.answeredBy
    const next = reason === 'handed_over' && stopReason === undefined ? assistantTransfers.take() : undefined
    if (!next) {
      const finalReason = reason === 'handed_over' ? (stopReason ?? 'internal_error') : reason
      void store({ ...end, reason: finalReason, answeredBy })
      return
    }
    current = next.assistant
    const { record } = end
    record.note('assistant_transferred', `${from.name} → ${next.assistant.name}`)
    record.transferred(next.assistant.name, transferInstruction(from.name))
    const settings = settingsOfNext(next.settings, record.sinceStart(), maxDurationMs)
    try {
      slot.open({ ...next, settings }, hostFor(slot, audio, next), record)
    } catch (error) {
      logError(error, 'a call could not be transferred to another assistant')
      void store({ ...end, reason: 'internal_error', answeredBy })
    }
  }

  async function store(end: FinalEnd): Promise<void> {
    // Storing takes time that is not talk time.
    const talkUntil = context.now()
    let recordingKey: Promise<string | undefined> | undefined
    async function storeOnce(): Promise<void> {
      const reason = await transfers.end(end.reason)
      if (isLost) return
      recordingKey ??= recording.save()
      const served = servedBy(ctx, first, end.record, current !== call.assistant)
      await storeResult(context, call, { ...end, reason, talkUntil, served }, await recordingKey)
    }
    const failed = 'the result of a call could not be stored'
    try {
      await open?.stop()
      await storeOnce()
    } catch (error) {
      logError(error, failed)
      // If this process ends before, the call is finished from its checkpoints.
      if (unavailableReason(error)) onceAvailable(context, failed, storeOnce)
    } finally {
      finished.resolve()
      ended()
    }
  }

  /** Ends the call with this reason, unless the customer has hung up before. */
  function endBecause(reason: 'caller_hung_up' | 'process_died', end: (slot: EngineSlot) => void): void {
    stopReason ??= reason
    if (open) guard(() => end(open!.slot))
  }

  function carryOut({ kind, text, name }: CallRequest): void {
    const engine = open?.slot.engine()
    if (!engine || engine.isEnded()) return
    if (kind === 'whisper') engine.whisper(text!)
    else if (kind === 'hand_back') open!.listeners.handBack()
    else if (kind === 'transfer') {
      engine.record.note('transfer_asked', name)
      open!.listeners.handBack()
      engine.transferTo(readTransferNumber(text!)!)
    } else {
      engine.record.note('end_requested', name)
      engine.endByAgent()
    }
  }

  return {
    session: {
      carrierSays: (by, greetingEnded) => guard(() => open?.slot.engine()?.carrierSays(by, greetingEnded)),
      connectListener: (request, link) => open?.listeners.connect(request, link),
      async takeRequests() {
        for (const request of await takeRequests(context.db, call)) guard(() => carryOut(request))
      },
      async conclude() {
        if (!open) return
        endBecause('process_died', (slot) => slot.engine()!.conclude())
        await finished.promise
      },
      async shutDown() {
        if (!open) return
        endBecause('process_died', (slot) => slot.engine()!.end('process_died'))
        await finished.promise
      },
    },
    listen(line) {
      const slot = createEngineSlot({ line, voiceActivity, noiseSuppression, guard, log: context.log })
      const assistant = { assistant: call.assistant, ...first }
      const audio = createLiveAudio({ startedMs: realClock.now(), now: realClock.now })
      slot.open(assistant, hostFor(slot, audio, assistant))
      const engine = () => slot.engine()!
      const openSpeech = () =>
        openAgentSpeech({
          speechToText: ctx.speechToText,
          recognition: first.recognition,
          detector: voiceActivity.open(2),
          now: realClock.now,
          said: (text, startedMs) => guard(() => engine().takeover.said(text, startedMs)),
          failed: ({ code }) => guard(() => engine().record.note('agent_recognition_failed', code)),
        })
      const listeners = createCallListeners({ context, call, audio, engine, openSpeech, guard })
      const captions =
        line.showCaptions && createCaptions(() => forCustomers(engine().liveTranscript()), line.showCaptions)
      const words = liveWords.follow({ call, guard, read: () => forMembers(engine().liveTranscript()) })
      const tick = (): void => {
        engine().tick()
        captions?.tick()
        audio.tick()
        listeners.tick()
      }
      const stopTicks = onTick(() => guard(tick))
      const stopWarming = keepSearchWarm(ctx, () => current.knowledgebaseId)
      const checkpoints = startCheckpoints(context, call, {
        transcript: () => engine().record.transcript,
        lost() {
          isLost = true
          endBecause('process_died', () => engine().end('process_died'))
        },
      })
      open = {
        slot,
        listeners,
        async stop() {
          stopTicks()
          listeners.close()
          stopWarming()
          const stopped = Promise.all([checkpoints.stop(), words.stop()])
          captions?.flush()
          slot.close()
          await stopped
        },
      }
      return {
        audio: (frame) => guard(() => slot.heard(frame)),
        mark: (name) => guard(() => slot.marked(name)),
        keyPressed: (key) => guard(() => engine().keyPressed(key)),
        held: (isHeld) => guard(() => engine().lineHeld(isHeld)),
        textTyped: (text) => guard(() => engine().customerTyped(text)),
        closed: () => endBecause('caller_hung_up', () => engine().lineClosed()),
      }
    },
  }
}
