// What happens while neither side speaks: the assistant says the rest of its greeting, asks, or hangs up.
import type { Deadlines } from '../../clock.ts'
import type { Emit } from '../call-events.ts'
import type { CallRecord } from '../call-record.ts'
import type { CallRules, CallSettings } from '../settings.ts'
import { createGoodbye } from './goodbye.ts'
import type { Hold } from './hold.ts'
import { createIdle } from './idle.ts'
import type { Opening } from './opening.ts'

/** An opening that was interrupted continues if neither side has spoken for so long. */
const resumeOpeningMs = 2_000

export interface QuietOptions {
  settings: CallSettings
  rules: Pick<CallRules, 'phrases' | 'isFarewell'>
  now(): number
  deadlines: Deadlines
  record: CallRecord
  opening: Opening
  hold: Hold
  say(text: string): void
  emit: Emit
}

export function createQuiet(options: QuietOptions) {
  const { settings, rules, now, deadlines, record, opening, hold, say, emit } = options
  const { maxSilenceMs, maxInitialSilenceMs, reengagementMs, reengagementPrompt } = settings

  const idle = createIdle({
    now,
    deadlines,
    maxSilenceMs,
    maxInitialSilenceMs,
    reengagementMs,
    reengage: () => {
      record.note('reengaged')
      if (reengagementPrompt === undefined) say(rules.phrases.stillThere)
      else emit({ type: 'answer_due', instruction: `[The customer is silent. ${reengagementPrompt}]` })
    },
    giveUp: () => emit({ type: 'end_due', reason: 'silence', farewell: rules.phrases.silenceGoodbye }),
  })

  const goodbye = createGoodbye({
    deadlines,
    transcript: record.transcript,
    isFarewell: (text) => settings.endOnGoodbye && rules.isFarewell(text),
    hangUp: () => emit({ type: 'end_due', reason: 'assistant_ended' }),
  })

  return {
    idle,
    /**
     * Called every 20 ms. `isQuiet`: neither side speaks, and nothing is being prepared. `isConversation`: the call is in
     * the phase in which both sides talk.
     */
    tick(isQuiet: boolean, isConversation: () => boolean): void {
      const isWaiting = isQuiet && !hold.isOn()
      if (isWaiting) idle.start()
      else idle.pause()
      if (!isWaiting || !opening.isOwed() || !isConversation()) deadlines.clear('opening')
      else if (!deadlines.has('opening'))
        deadlines.set('opening', resumeOpeningMs, () => opening.resume({ isBeforeAnswer: false }))
      goodbye.tick(isQuiet)
    },
  }
}
