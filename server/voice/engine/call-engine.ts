// The engine of one call: synchronous events in, commands to the mode and the line out. Every state has a deadline.

import { createDeadlines } from '../clock.ts'
import { answererOf } from '../words-and-sounds/answerer.ts'
import { createKeypad } from './answers/keypad.ts'
import { createReplies } from './answers/replies.ts'
import { createCallPlayout } from './call-playout.ts'
import { createCallRecord } from './call-record.ts'
import { connectTurnTaking } from './connect-turn-taking.ts'
import { createModeEvents } from './mode-events.ts'
import { createEnding } from './phases/ending.ts'
import { createHold } from './phases/hold.ts'
import { createOpening } from './phases/opening.ts'
import { createQuiet } from './phases/quiet.ts'
import { createCallScreening, type Screening } from './phases/screening.ts'
import { createTakeover } from './phases/takeover.ts'
import { createTransfer } from './phases/transfer.ts'
import type { CallHost, CallRules, CallSettings, EndedReason } from './settings.ts'
import { createOwnSpeech, createSpeech, liveTranscript } from './speaking/speech.ts'

/** The farewell of a call that reaches its maximum duration fits into this time. */
const farewellMs = 6_000
/** A recognizer reports words at most this late, the words of an echo sooner. */
const wordsLateMs = 2_500
const echoLateMs = 1_500
/** The echo itself, in the customer's audio. */
const echoTailMs = 300

export type CallEngine = ReturnType<typeof createCallEngine>

export function createCallEngine(settings: CallSettings, rules: CallRules, host: CallHost) {
  const { clock } = host
  const { phrases } = rules
  const now = (): number => clock.now()
  const deadlines = createDeadlines(clock)
  const record = host.earlier ?? createCallRecord(now)

  let audibleAtMs = Number.NEGATIVE_INFINITY

  const playout = createCallPlayout({ host, rules, record, now, parts: () => ({ speech, replies }), drained })
  const speech = createSpeech({
    now,
    record,
    playout,
    interrupted: (generation, segments) => {
      opening.interrupted(generation, segments)
      mode.interrupted(generation, segments)
    },
  })

  const ending = createEnding({
    deadlines,
    isSpeaking: playout.isActive,
    isConfirmed: playout.isConfirmed,
    ended,
  })

  const mode = host.createMode(
    createModeEvents({
      record,
      parts: () => ({ turnTaking, replies, speech }),
      isEnded: ending.isEnded,
      isEcho: () =>
        !mode.hearsAudio &&
        now() - audibleAtMs < echoLateMs &&
        now() - activity.lastVoicedMs() > wordsLateMs &&
        !turnTaking.awaitsWords(),
      recognitionFailed: () => close('recognition_failed', phrases.apology),
      synthesisFailed: () => ending.end('synthesis_failed'),
    }),
  )

  const { language } = settings
  const { say, press, nextGeneration } = createOwnSpeech({ record, speech, mode, language, tonesOf: host.tonesOf })

  const opening = createOpening({ settings, record, say, isMachine: () => screening?.answeredBy() === 'machine' })
  const hold = createHold({ language, deadlines, record })

  const transfer = createTransfer({
    isSpeaking: playout.isActive,
    say,
    deadlines,
    requested: (to) => {
      record.note('transfer_requested', to)
      replies.waitForPerson()
    },
    request: host.transfer,
  })

  const replies = createReplies({
    clock,
    deadlines,
    record,
    mode,
    speech,
    tools: host.tools,
    effects: {
      press(keys) {
        press(keys)
        idle.pressed()
      },
      transfer: transfer.start,
      optOut: record.optedOut,
      collect: (...all) => keypad.collect(...all),
    },
    phrases,
    nextGeneration,
    fillerFor: rules.fillerFor,
    say,
    endCall: (reason) => close(reason, undefined),
    transferToAssistant: () => close('handed_over', undefined),
    giveUp: () => close('model_failed', phrases.apology),
  })

  const keypad = createKeypad({
    clock,
    pressed: (keys) => {
      if (!ending.isOpen()) return
      const text = `[The customer pressed ${[...keys].join(' ')} on the keypad.]`
      turnTaking.handle({ type: 'keys_pressed', text })
    },
  })

  const { idle, tick: tickQuiet } = createQuiet({
    settings,
    rules,
    now,
    deadlines,
    record,
    opening,
    hold,
    isConversation: () => situation().call === 'open',
    say,
    instruct,
    close,
  })

  const screening: Screening | undefined =
    rules.machineDetector &&
    createCallScreening(settings, rules.machineDetector, {
      now,
      deadlines,
      record,
      silence: stopSpeaking,
      say,
      close: (reason) => close(reason, undefined),
      answer: () => turnTaking.handle({ type: 'screening_over' }),
    })

  const takeover = createTakeover({
    record,
    playout,
    transfer,
    isOpen: ending.isOpen,
    isCustomerSpeaking: () => turnTaking.isOpen(),
    silence() {
      stopSpeaking()
      screening?.end()
      idle.pause()
      // What the customer has said while the assistant spoke is recorded.
      turnTaking.handle({ type: 'assistant_finished' })
    },
    goOn: () => instruct(undefined),
  })

  const { turnTaking, situation, activity } = connectTurnTaking({
    settings,
    rules,
    host,
    record,
    ending,
    playout,
    speech,
    mode,
    replies,
    transfer,
    keypad,
    idle,
    screening,
    opening,
    hold,
    isTakenOver: takeover.isTakenOver,
    say,
    instruct,
  })

  /** Lets the assistant speak, after what the customer must hear before. */
  function instruct(instruction: string | undefined): void {
    if (opening.isOwed()) opening.resume({ isBeforeAnswer: true })
    replies.instruct(instruction)
  }

  function stopSpeaking(): void {
    replies.cancel()
    speech.interrupt()
  }

  function drained(): void {
    replies.drained()
    if (ending.isOpen() && !playout.isActive()) screening?.drained()
    if (ending.isOpen() && !playout.isActive() && !replies.isBusy()) turnTaking.handle({ type: 'assistant_finished' })
  }

  /** Says goodbye; the line closes when it was heard. */
  function close(reason: EndedReason, farewell: string | undefined): void {
    if (!ending.isOpen()) return
    takeover.end()
    record.note('closing', reason)
    if (farewell !== undefined) stopSpeaking()
    else replies.cancel()
    turnTaking.handle({ type: 'call_closing' })
    playout.resume()
    if (farewell !== undefined) say(farewell)
    ending.close(reason)
    idle.pause()
    screening?.end()
  }

  function ended(reason: EndedReason): void {
    turnTaking.handle({ type: 'call_closing' })
    if (turnTaking.text() !== '') record.customerSaid({ text: turnTaking.text(), startedMs: now() })
    replies.cancel()
    speech.interrupt()
    screening?.end()
    keypad.close()
    deadlines.clearAll()
    turnTaking.close()
    activity.close()
    mode.close()
    if (reason !== 'handed_over') record.note('ended', reason)
    if (screening) record.verdict = screening.verdict()
    const answerer = answererOf(record.verdict, record.transcript, settings.language)
    host.ended({ reason, answeredBy: screening?.answeredBy() ?? 'human', answerer, record })
  }

  const isQuiet = (): boolean =>
    !takeover.isTakenOver() && !playout.isActive() && !replies.isBusy() && !turnTaking.isOpen()

  function start(): void {
    deadlines.set('max-duration', Math.max(settings.maxDurationMs - farewellMs, settings.maxDurationMs * 0.7), () =>
      close('max_duration', phrases.timeOver),
    )
    deadlines.set('hard-limit', settings.maxDurationMs, () => ending.end('max_duration'))
    if (host.earlier) {
      replies.instruct(undefined)
      return
    }
    if (settings.waitForCustomer) return
    if (settings.greeting !== undefined) opening.begin()
    else replies.instruct('[The call has been answered. Begin the conversation.]')
  }

  start()

  return {
    record,
    liveTranscript: () => liveTranscript(record, speech, turnTaking.text()),
    isEnded: ending.isEnded,
    situation,
    isCustomerSpeaking: turnTaking.isOpen,
    /** Whether silence and ticks have no effect until a timer runs or another event happens. */
    isAtRest: () => ending.isOpen() && playout.isAtRest() && activity.isAtRest() && !transfer.isDue(),
    /** 20 ms of the customer's audio. */
    customerAudio(frame: Uint8Array): void {
      if (ending.isEnded()) return
      host.recorder?.customer(frame, now())
      const normalize = mode.hearsAnyVolume?.() ? undefined : host.normalizeVolume
      mode.customerAudio(normalize?.(frame, now() - audibleAtMs < echoTailMs) ?? frame)
      if (!screening?.isListening()) return
      const tone = rules.hearTone(frame)
      if (tone) screening.heard({ atMs: now(), ...tone })
    },
    /** The same audio for the detection of speech, possibly later and without background noise. */
    customerActivity(frame: Uint8Array): void {
      if (!ending.isEnded()) activity.frame(frame, now())
    },
    keyPressed(key: string): void {
      if (!ending.isOpen()) return
      idle.customerSpoke()
      turnTaking.handle({ type: 'key_pressed' })
      keypad.key(key)
    },
    /** The text is a whole turn, and interrupts the assistant. */
    customerTyped(text: string): void {
      if (!ending.isOpen()) return
      record.note('typed')
      stopSpeaking()
      turnTaking.handle({ type: 'typed', text })
    },
    marked(name: string): void {
      if (!ending.isEnded()) playout.marked(name)
    },
    /** Called every 20 ms. */
    tick(): void {
      if (ending.isEnded()) return
      if (playout.isAudible()) audibleAtMs = now()
      playout.tick()
      ending.tick()
      if (!ending.isOpen()) return
      transfer.tick()
      tickQuiet(isQuiet())
    },
    takeover,
    /** The assistant follows it from its next answer on, even if that is prepared. */
    whisper(text: string): void {
      if (!ending.isOpen()) return
      record.whispered(text)
      replies.unprepare()
    },
    /** A person of the account ends the call. */
    endByAgent(): void {
      if (!ending.isOpen()) return
      stopSpeaking()
      close('agent_ended', undefined)
    },
    carrierSays(answeredBy: 'human' | 'machine' | 'fax' | 'unknown', greetingEnded: boolean): void {
      if (ending.isOpen()) screening?.carrierSays(answeredBy, greetingEnded)
    },
    /** The line is closed: the customer has hung up, or the connection failed. */
    lineClosed: (): void => ending.end(transfer.isRequested() ? 'transferred' : 'caller_hung_up'),
    /** Ends the call with a goodbye, because its process ends. */
    conclude: (): void => close('process_died', phrases.apology),
    /** Ends the call at once. */
    end: ending.end,
  }
}
