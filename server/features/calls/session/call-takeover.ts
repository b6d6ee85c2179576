// The person of the account who has a call instead of its assistant.
import type { AppContext } from '#server/platform/context/context.ts'
import type { VoiceClock } from '#server/voice/clock.ts'
import type { CallEngine } from '#server/voice/engine/call-engine.ts'
import type { CallListener } from '../call/listener.ts'
import { markHandedBack, markTakenOver } from '../call/store-listeners.ts'
import type { AgentSpeech } from './agent-speech.ts'

/** A person whose connection was lost can come back within this time. */
const graceMs = 3_000

export interface CallTakeoverOptions {
  context: Pick<AppContext, 'db' | 'log'>
  clock: VoiceClock
  engine(): CallEngine
  openSpeech(): AgentSpeech
}

export function createCallTakeover({ context, clock, engine, openSpeech }: CallTakeoverOptions) {
  let current: { listener: CallListener; speech: AgentSpeech } | undefined
  /** Set while a person whose connection was lost can come back. */
  let stopWaiting: (() => void) | undefined

  function store(stored: Promise<void>): void {
    stored.catch((error: unknown) => context.log.error({ error }, 'the takeover of a call was not stored'))
  }

  /** The person no longer has the call. */
  function leave(): CallListener | undefined {
    const left = current
    current = undefined
    left?.speech.close()
    if (left) store(markHandedBack(context.db, left.listener))
    return left?.listener
  }

  function letAssistantGoOn(): void {
    stopWaiting?.()
    stopWaiting = undefined
    engine().takeover.handBack()
  }

  return {
    /** The person who has the call. */
    agent: (): CallListener | undefined => current?.listener,
    isSpeaking: (): boolean => current?.speech.isSpeaking() ?? false,
    /** Returns false if another person has the call, or if it cannot be taken over now. */
    begin(listener: CallListener): boolean {
      if (current) return false
      if (!engine().takeover.isTakenOver() && !engine().takeover.begin()) return false
      stopWaiting?.()
      stopWaiting = undefined
      current = { listener, speech: openSpeech() }
      engine().record.note('taken_over', listener.name)
      store(markTakenOver(context.db, listener))
      return true
    },
    /** 20 ms of the microphone. */
    audio(listener: CallListener, frame: Uint8Array): void {
      if (current?.listener !== listener) return
      engine().takeover.audio(frame)
      current.speech.write(frame)
    },
    handBack(): void {
      const listener = leave()
      if (listener) engine().record.note('handed_back', listener.name)
      letAssistantGoOn()
    },
    /** The connection of this person is closed. */
    lost(listener: CallListener): void {
      if (current?.listener !== listener) return
      leave()
      engine().record.note('handed_back', listener.name)
      stopWaiting = clock.after(graceMs, letAssistantGoOn)
    },
    /** Called every 20 ms: the call can have reached its maximum duration. */
    tick(): void {
      if (current && !engine().takeover.isTakenOver()) leave()
    },
    close(): void {
      leave()
      stopWaiting?.()
    },
  }
}
