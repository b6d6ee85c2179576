// The engine of one call: synchronous events in, commands to the mode and the line out. Every state has a deadline.
import type { CallEvent, CallHandlers } from './call-events.ts'
import { createCallHandlers } from './call-handlers.ts'
import { type CallParts, createCallParts } from './parts.ts'
import type { CallHost, CallRules, CallSettings, TransferTarget } from './settings.ts'
import { liveTranscript } from './speaking/speech.ts'

/** The farewell of a call that reaches its maximum duration fits into this time. */
const farewellMs = 6_000
/** The echo of the assistant is in the customer's audio for this long. */
const echoTailMs = 300

export type CallEngine = ReturnType<typeof createCallEngine>

export function createCallEngine(settings: CallSettings, rules: CallRules, host: CallHost) {
  let audibleAtMs = Number.NEGATIVE_INFINITY
  /** What is reported while the parts are created. */
  const early: CallEvent[] = []
  let handlers: CallHandlers | undefined
  const parts = createCallParts({ settings, rules, host, emit })
  handlers = createCallHandlers(parts, () => audibleAtMs)
  const { now, record, playout, speech, phase, mode, screening, transfer, keypad, quiet, hold } = parts
  const { answers, turnTaking, situation, isConversation, activity, takeover } = parts

  function emit(event: CallEvent): void {
    if (handlers) (handlers[event.type] as (event: CallEvent) => void)(event)
    else early.push(event)
  }

  const isQuiet = (): boolean =>
    !phase.isTakenOver() && !transfer.isRequested() && !playout.isActive() && !answers.isBusy() && !turnTaking.isOpen()

  for (const event of early) emit(event)
  begin(parts)

  return {
    record,
    liveTranscript: () => liveTranscript(record, speech, turnTaking.text()),
    isEnded: phase.isEnded,
    situation,
    isCustomerSpeaking: turnTaking.isOpen,
    /** Whether silence and ticks have no effect until a timer runs or another event happens. */
    isAtRest: () => phase.isOpen() && playout.isAtRest() && activity.isAtRest() && !transfer.isDue(),
    /** 20 ms of the customer's audio. */
    customerAudio(frame: Uint8Array): void {
      if (phase.isEnded()) return
      const nowMs = now()
      host.recorder?.customer(frame, nowMs)
      const normalize = mode.hearsAnyVolume?.() ? undefined : host.normalizeVolume
      mode.customerAudio(normalize?.(frame, nowMs - audibleAtMs < echoTailMs) ?? frame)
      if (!screening?.isListening()) return
      const tone = rules.hearTone(frame)
      if (tone) screening.heard({ atMs: nowMs, ...tone })
    },
    /** The same audio for the detection of speech, possibly later and without background noise. */
    customerActivity(frame: Uint8Array): void {
      if (!phase.isEnded()) activity.frame(frame, now())
    },
    keyPressed(key: string): void {
      if (!phase.isOpen()) return
      quiet.idle.customerSpoke()
      turnTaking.handle({ type: 'key_pressed' })
      keypad.key(key)
    },
    /** The line knows that the other side holds the call, or has come back. */
    lineHeld(isHeld: boolean): void {
      if (phase.isOpen()) hold.lineHeld(isHeld)
    },
    /** The text is a whole turn, and interrupts the assistant. */
    customerTyped(text: string): void {
      if (!phase.isOpen()) return
      record.note('typed')
      emit({ type: 'silence_due' })
      turnTaking.handle({ type: 'typed', text })
    },
    marked(name: string): void {
      if (!phase.isEnded()) playout.marked(name)
    },
    /** Called every 20 ms. */
    tick(): void {
      if (phase.isEnded()) return
      if (playout.isAudible()) audibleAtMs = now()
      playout.tick()
      phase.tick()
      if (!phase.isOpen()) return
      transfer.tick()
      quiet.tick(isQuiet(), isConversation)
    },
    takeover,
    /** The assistant follows it from its next answer on, even if that is prepared. */
    whisper(text: string): void {
      if (!phase.isOpen()) return
      record.whispered(text)
      answers.handle({ type: 'discard_prepared' })
    },
    /** A person of the account transfers the call, without a briefing. */
    transferTo(target: Pick<TransferTarget, 'phoneNumber' | 'keys'>): void {
      if (!phase.isOpen()) return
      emit({ type: 'silence_due' })
      transfer.start({ ...target, warm: undefined }, undefined, (reason) => record.note('transfer_failed', reason))
    },
    /** A person of the account ends the call. */
    endByAgent(): void {
      if (!phase.isOpen()) return
      emit({ type: 'silence_due' })
      emit({ type: 'end_due', reason: 'agent_ended' })
    },
    carrierSays(answeredBy: 'human' | 'machine' | 'fax' | 'unknown', greetingEnded: boolean): void {
      if (phase.isOpen()) screening?.carrierSays(answeredBy, greetingEnded)
    },
    /** The line is closed: the customer has hung up, or the connection failed. */
    lineClosed: (): void => phase.end(transfer.isRequested() ? 'transferred' : 'caller_hung_up'),
    /** Ends the call with a goodbye, because its process ends. */
    conclude: (): void => emit({ type: 'end_due', reason: 'process_died', farewell: rules.phrases.apology }),
    /** Ends the call at once. */
    end: phase.end,
  }
}

/** Sets the limits of the call, and lets the assistant speak if it speaks first. */
function begin({ settings, rules, host, deadlines, phase, opening, answers, emit }: CallParts): void {
  // The mode can have failed while it was created.
  if (!phase.isOpen()) return
  const { maxDurationMs } = settings
  deadlines.set('max-duration', Math.max(maxDurationMs - farewellMs, maxDurationMs * 0.7), () =>
    emit({ type: 'end_due', reason: 'max_duration', farewell: rules.phrases.timeOver }),
  )
  deadlines.set('hard-limit', maxDurationMs, () => phase.end('max_duration'))
  if (host.earlier) answers.handle({ type: 'instruct', instruction: undefined })
  else if (settings.waitForCustomer) return
  else if (settings.greeting !== undefined) opening.begin()
  else answers.handle({ type: 'instruct', instruction: '[The call has been answered. Begin the conversation.]' })
}
