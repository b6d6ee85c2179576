// What happens while neither side speaks: the assistant says the rest of its greeting, asks, or hangs up.
import type { Deadlines } from '../../clock.ts'
import type { CallRecord } from '../call-record.ts'
import type { CallRules, CallSettings } from '../settings.ts'
import { createIdle } from './ending.ts'
import { createGoodbye } from './goodbye.ts'
import type { Hold } from './hold.ts'
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
  /** Whether the call is in the phase in which both sides talk. */
  isConversation(): boolean
  say(text: string): void
  instruct(instruction: string): void
  close(reason: 'silence' | 'assistant_ended', farewell: string | undefined): void
}

export function createQuiet(options: QuietOptions) {
  const { settings, rules, now, deadlines, record, opening, hold } = options
  const { maxSilenceMs, maxInitialSilenceMs, reengagementMs, reengagementPrompt } = settings

  const idle = createIdle({
    now,
    deadlines,
    maxSilenceMs,
    maxInitialSilenceMs,
    reengagementMs,
    reengage: () => {
      record.note('reengaged')
      if (reengagementPrompt === undefined) options.say(rules.phrases.stillThere)
      else options.instruct(`[The customer is silent. ${reengagementPrompt}]`)
    },
    giveUp: () => options.close('silence', rules.phrases.silenceGoodbye),
  })

  const goodbye = createGoodbye({
    deadlines,
    transcript: record.transcript,
    isFarewell: (text) => settings.endOnGoodbye && rules.isFarewell(text),
    hangUp: () => options.close('assistant_ended', undefined),
  })

  return {
    idle,
    /** Called every 20 ms. `quiet`: neither side speaks, and nothing is being prepared. */
    tick(quiet: boolean): void {
      if (quiet && !hold.isOn()) idle.start()
      else idle.pause()
      if (!quiet || hold.isOn() || !opening.isOwed() || !options.isConversation()) deadlines.clear('opening')
      else if (!deadlines.has('opening'))
        deadlines.set('opening', resumeOpeningMs, () => opening.resume({ isBeforeAnswer: false }))
      goodbye.tick(quiet)
    },
  }
}
