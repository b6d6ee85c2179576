// Connects turn-taking with the call: reports what the customer does, and carries out the commands that follow.
import { createTurnTaking } from '../turn-taking/turn-taking.ts'
import type { CompleteTurn, Situation, TurnTakingRules } from '../turn-taking/types.ts'
import { classifyAnnouncement } from '../words-and-sounds/announcement.ts'
import { isServiceTalk } from '../words-and-sounds/answerer.ts'
import { levelDb } from '../words-and-sounds/audio-level.ts'
import { createActivity } from './activity.ts'
import type { TalkingParts } from './talking-parts.ts'

/** At the beginning of the greeting, the customer does not interrupt it. */
const openingMs = 1_500

const maxStatements = 3

const goOnAfterSound =
  '[The customer interrupted you with a sound in which no words were recognized. If you have understood it, answer it; otherwise go on with what you were saying.]'

export function createCustomerTurns(parts: TalkingParts) {
  const { settings, rules, host, record, phase, playout, speech, mode, answers } = parts
  const { screening, opening, hold, keypad, quiet, transfer, say, emit } = parts
  const now = (): number => host.clock.now()
  /** How often the purpose of the call was stated. */
  let statements = 0
  /** A turn without known words that was not answered, or only with the rest of the greeting. */
  let unheard: { turn: CompleteTurn; isGreeted: boolean } | undefined
  /** The audio that is being examined. */
  let current: Uint8Array = new Uint8Array(0)

  const turnTaking = createTurnTaking({
    clock: host.clock,
    rules: rulesOf(parts),
    greeting: settings.waitForCustomer && settings.greeting !== undefined ? 'due' : 'said',
    situation,
    changed: ({ customer, interruption }) => record.addState(customer, interruption),
    commands: {
      customer_started() {
        answers.handle({ type: 'discard_prepared' })
        mode.customerStarted()
      },
      request_words: () => mode.customerPaused(),
      words: ({ text, isFinal }) => screening?.heard({ atMs: now(), kind: 'words', text, isFinal }),
      late_words({ turn, text }) {
        screening?.heard({ atMs: now(), kind: 'words', text, isFinal: true })
        // They would be added to the interim words with which the turn was answered.
        if (!turn.isAudio) return
        turn.text = [turn.text, text].filter((part) => part !== '').join(' ')
        turn.recorded?.(turn.text)
        hearLate(turn)
      },
      quieten_assistant: () => playout.quieten(),
      pause_assistant: () => playout.pause(),
      resume_assistant: () => playout.resume(),
      interrupt_assistant: interrupt,
      prepare_answer({ text }) {
        if (!opening.isOwed() && !hold.ignores(text)) answers.handle({ type: 'prepare', text: understood(text) })
      },
      discard_prepared: () => answers.handle({ type: 'discard_prepared' }),
      turn_complete: () => quiet.idle.customerSpoke(),
      answer({ turn }) {
        playout.resume()
        identify(turn, 'speech')
        // The same object, because words that arrive late are added to it.
        turn.text = understood(turn.text)
        answer(turn)
      },
      hold_answer: () => screening?.hold(),
      record({ turn, inHistory }) {
        identify(turn, inHistory ? 'speech' : 'backchannel')
        record.customerSaid(turn, { inHistory })
      },
      greet: opening.begin,
      finish_keys: () => keypad.finish(),
      answer_sound() {
        if (opening.isOwed()) opening.resume({ isBeforeAnswer: false })
        else if (!answers.isBusy()) answers.handle({ type: 'instruct', instruction: goOnAfterSound })
      },
      learn_pause: ({ pauseMs, kind }) => rules.endpointing.learnPause(pauseMs, kind),
    },
  })

  const activity = createActivity({
    isSpeech: host.isSpeech,
    verify: host.verifySpeech,
    isEcho: (frame) => rules.isEcho(frame, now()),
    mayHaveStarted: () => turnTaking.handle({ type: 'sound_heard' }),
    started(atMs) {
      screening?.heard({ atMs, kind: 'speechStart' })
      record.tracks.customerStarted(record.sinceStart(atMs))
      turnTaking.handle({ type: 'speech_started', atMs })
    },
    continued: (spokenMs) => turnTaking.handle({ type: 'speech_continued', spokenMs, levelDb: levelDb(current) }),
    mayHaveEnded: () => mode.customerMayHavePaused?.(),
    ended(atMs) {
      screening?.heard({ atMs, kind: 'speechEnd' })
      record.tracks.customerStopped(record.sinceStart(atMs))
      turnTaking.handle({ type: 'speech_ended', atMs })
    },
  })

  /** What the model and the transcript get. */
  const understood = (text: string): string => rules.joinDictation(text, speech.lastText())

  function identify({ startedMs, endedMs }: CompleteTurn, kind: 'speech' | 'backchannel'): void {
    record.tracks.customerSaid({ fromMs: record.sinceStart(startedMs), toMs: record.sinceStart(endedMs) }, kind)
  }

  /** A service that asks again gets the same answer, but not endlessly. */
  function purposeFor({ text }: CompleteTurn): string | undefined {
    const { purpose, language } = settings
    if (mode.hearsAudio || !screening || statements === maxStatements) return undefined
    // The carrier takes some services for people.
    const asks = classifyAnnouncement(text, language)?.machine === 'screening'
    return asks || (statements === 0 && screening.verdict() === 'screening') ? purpose : undefined
  }

  function answer(turn: CompleteTurn): void {
    const { text } = turn
    const statement = purposeFor(turn)
    if (statement !== undefined || isService(text)) opening.heardByMachine()
    else if (text !== '') opening.heardByPerson()
    const isIgnored = hold.ignores(text)
    hold.hear(text)
    unheard = undefined
    // The keys are answered together with the words beside them.
    if (keypad.isEntering()) {
      answers.handle({ type: 'discard_prepared' })
      record.customerSaid(turn)
    } else if (statement !== undefined) statePurpose(turn, statement)
    else if (isIgnored || (hold.isOn() && isService(text))) {
      if (text === '') unheard = { turn, isGreeted: false }
      // The model would answer it together with the person who comes back.
      keep(turn, { inHistory: text === '' })
    } else if (hold.isOn() || !opening.isOwed()) answers.handle({ type: 'answer', turn })
    else resumeOpening(turn)
  }

  /** The rest of the greeting answers those who only answer the phone. */
  function resumeOpening(turn: CompleteTurn): void {
    if (turn.text === '') unheard = { turn, isGreeted: true }
    const isBeforeAnswer = turn.text !== '' && !rules.isPhoneGreeting(turn.text)
    if (!isBeforeAnswer) keep(turn)
    opening.resume({ isBeforeAnswer })
    if (isBeforeAnswer) answers.handle({ type: 'answer', turn })
  }

  /** The words of a turn that a model has heard became known after the turn was complete. */
  function hearLate(turn: CompleteTurn): void {
    const { text } = turn
    const isGreeting = unheard?.isGreeted === true && rules.isPhoneGreeting(text)
    const isUnanswered = turn === unheard?.turn && !isGreeting && !hold.ignores(text)
    hold.hear(text)
    if (!isUnanswered || hold.isOn() || !phase.isOpen()) return
    unheard = undefined
    emit({ type: 'answer_due', instruction: undefined })
  }

  /** Whether a menu or a screening service talks. */
  function isService(text: string): boolean {
    if (!screening) return false
    const { machine } = classifyAnnouncement(text, settings.language) ?? {}
    if (machine === 'ivr' || machine === 'screening') return true
    const verdict = screening.verdict()
    return (verdict === 'ivr' || verdict === 'screening') && isServiceTalk(text, settings.language)
  }

  function keep(turn: CompleteTurn, { inHistory = true } = {}): void {
    answers.handle({ type: 'cancel' })
    record.customerSaid(turn, { inHistory })
  }

  function statePurpose(turn: CompleteTurn, statement: string): void {
    statements++
    keep(turn)
    say(statement)
  }

  function stateOfCall(): Situation['call'] {
    if (!phase.isOpen()) return 'closing'
    if (phase.isTakenOver()) return 'taken_over'
    if (screening?.isMachine()) return 'machine'
    return screening?.isUndecided() ? 'screening' : 'open'
  }

  function situation(): Situation {
    return {
      call: stateOfCall(),
      assistant: playout.isActive() ? 'speaking' : answers.isPending() ? 'thinking' : 'silent',
      isAudible: playout.isAudible(),
      isRunningTools: answers.isRunningTools(),
      lastWords: speech.lastText(),
    }
  }

  function interrupt(): void {
    // The words can have shown that a machine speaks.
    if (!phase.isOpen() || screening?.isMachine()) return
    // Tools that run without words are not interrupted.
    if (playout.isActive() || !answers.isRunningTools()) record.note('interrupted')
    speech.interrupt()
    transfer.interrupted()
    if (!answers.isRunningTools()) answers.handle({ type: 'cancel' })
  }

  return {
    turnTaking,
    situation,
    isConversation: (): boolean => stateOfCall() === 'open',
    activity: {
      ...activity,
      frame(frame: Uint8Array, atMs: number): void {
        current = frame
        activity.frame(frame, atMs)
      },
    },
  }
}

function rulesOf({ settings, rules, host, mode }: TalkingParts): TurnTakingRules {
  const { greeting, waitForCustomer, allowInterruptions, interruptSensitivity, minInterruptWords } = settings
  const { endpointing, classify, isPhoneGreeting, mayBecomeBackchannel, countWords } = rules
  const speaksFirst = !host.earlier && greeting !== undefined && !waitForCustomer
  return {
    endpointing,
    hearsAudio: mode.hearsAudio,
    allowInterruptions,
    interruptSensitivity,
    minInterruptWords,
    openingEndsMs: speaksFirst ? host.clock.now() + openingMs : Number.NEGATIVE_INFINITY,
    classify,
    isPhoneGreeting,
    mayBecomeBackchannel,
    countWords,
  }
}
