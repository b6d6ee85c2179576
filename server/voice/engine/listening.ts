// Listens to the customer: detects speech, collects the words of a turn, and decides whether they interrupt the assistant.
import { createActivity } from './activity.ts'
import type { CallRecord } from './call-record.ts'
import type { Deadlines } from './clock.ts'
import type { Conversation } from './conversation.ts'
import { type CompleteTurn, createCustomerTurn } from './customer-turn.ts'
import type { Ending } from './ending.ts'
import { createInterruption } from './interruption.ts'
import type { Mode } from './mode.ts'
import type { Playout } from './playout.ts'
import type { Replies } from './replies.ts'
import type { Screening } from './screening.ts'
import type { CallHost, CallSettings, TurnRules } from './settings.ts'
import type { Speech } from './speech.ts'
import type { Transfer } from './transfer.ts'

/** At the beginning of the greeting, the customer does not interrupt it. */
const openingMs = 1_500

const goOnAfterSound =
  '[The customer interrupted you with a sound in which no words were recognized. If you have understood it, answer it; otherwise go on with what you were saying.]'

export interface ListeningOptions {
  settings: CallSettings
  rules: TurnRules
  host: CallHost
  deadlines: Deadlines
  record: CallRecord
  /** Some parts are created later. */
  parts(): {
    ending: Ending
    playout: Playout
    speech: Speech
    mode: Mode
    replies: Replies
    transfer: Transfer
    conversation: Conversation
    screening: Screening | undefined
  }
  /** The turn of the customer is complete. */
  complete(turn: CompleteTurn): void
  hearsAudio: boolean
}

export function createListening(options: ListeningOptions) {
  const { settings, rules, host, deadlines, record, parts, complete, hearsAudio } = options
  const now = (): number => host.clock.now()

  const customerTurn = createCustomerTurn({
    hearsAudio,
    needsWords: () => {
      const { playout, replies } = parts()
      return playout.isActive() || replies.isPending() || replies.isRunningTools()
    },
    now,
    deadlines,
    endpointing: rules.endpointing,
    question: () => parts().speech.lastText(),
    requestFinal: () => parts().mode.customerPaused(),
    words: (text) => {
      parts().screening?.heard({ atMs: now(), kind: 'words', text })
      if (parts().ending.isOpen()) interruption.words(text)
    },
    probable: (text) => {
      if (interruption.isPaused() && isBackchannel(text)) interruption.dismiss()
      const { ending, playout, screening, conversation, replies } = parts()
      const isReady =
        !hearsAudio &&
        ending.isOpen() &&
        !playout.isActive() &&
        !screening?.isMachine() &&
        !conversation.isGreetingDue()
      if (isReady) replies.prepare(text)
    },
    resumed: () => {
      interruption.reset()
      parts().replies.unprepare()
      parts().screening?.withdraw()
      parts().mode.customerStarted()
    },
    complete: (turn) => {
      interruption.hadWords()
      complete(turn)
    },
    empty: () => {
      const { replies, ending, playout, screening } = parts()
      replies.unprepare()
      const isCut = interruption.hadNoWords()
      if (isCut && ending.isOpen() && !playout.isActive() && !replies.isBusy() && !screening?.isMachine())
        replies.instruct(goOnAfterSound)
    },
    wordsArrived: (text, turn) => {
      parts().screening?.heard({ atMs: now(), kind: 'words', text })
      turn.recorded?.(turn.text)
    },
  })

  const interruption = createInterruption({
    deadlines,
    allowed: settings.allowInterruptions,
    sensitivity: settings.interruptSensitivity,
    minWords: settings.minInterruptWords,
    hearsAudio,
    classify: rules.classify,
    mayBecomeBackchannel: rules.mayBecomeBackchannel,
    countWords: rules.countWords,
    isInterruptible: () => {
      const { ending, screening, playout, replies } = parts()
      return ending.isOpen() && !isOpening() && !screening?.isMachine() && (playout.isActive() || replies.isPending())
    },
    pause: () => parts().playout.pause(),
    resume: () => parts().playout.resume(),
    commit: () => {
      const { playout, speech, transfer, conversation, replies } = parts()
      // Tools that run without words are not interrupted.
      if (playout.isActive() || !replies.isRunningTools()) record.note('interrupted')
      speech.interrupt()
      transfer.interrupted()
      conversation.clearPending()
      if (!replies.isRunningTools()) replies.cancel()
    },
  })

  const activity = createActivity({
    isSpeech: host.isSpeech,
    isEcho: (frame) => rules.isEcho(frame, now()),
    started: (atMs) => {
      parts().screening?.heard({ atMs, kind: 'speechStart' })
      customerTurn.speechStarted(atMs)
    },
    continued: (spokenMs) => {
      if (parts().ending.isOpen()) interruption.spoken(spokenMs)
    },
    ended: (atMs) => {
      parts().screening?.heard({ atMs, kind: 'speechEnd' })
      customerTurn.speechEnded(atMs)
    },
  })

  /** A short word can also be the answer to a question that is not over yet. */
  function isBackchannel(text: string): boolean {
    return rules.classify(text) === 'backchannel' && !parts().speech.lastText().endsWith('?')
  }

  /** Many people say hello when they answer, at the moment at which the greeting begins. */
  function isOpening(atMs = now()): boolean {
    return (
      !host.earlier &&
      settings.greeting !== undefined &&
      !settings.waitForCustomer &&
      record.sinceStart(atMs) < openingMs
    )
  }

  /** Words with which people answer the telephone: "Hello?" or a name, but not "Who's this?". */
  function isPickup(text: string): boolean {
    return rules.countWords(text) <= 2 && (!text.endsWith('?') || rules.classify(text) === 'command')
  }

  return { customerTurn, interruption, activity, isBackchannel, isOpening, isPickup }
}
