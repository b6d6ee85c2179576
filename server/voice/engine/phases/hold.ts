// The other side has asked the assistant to wait: silence is expected, and announcements and music are not answered.
import type { Deadlines } from '../../clock.ts'
import { asksToHold, isQueue } from '../../words-and-sounds/hold.ts'
import { isQuestion } from '../../words-and-sounds/phone-greeting.ts'
import { wordsOf } from '../../words-and-sounds/words.ts'
import type { CallRecord } from '../call-record.ts'

/** After this time, silence counts again. */
const maxHoldMs = 600_000
/** A text that is repeated this often since the first hold is an announcement. */
const loopTimes = 3
/** People repeat shorter texts. */
const leastLoopWords = 5
const maxTexts = 200

export interface HoldOptions {
  /** ISO 639-1. */
  language: string
  deadlines: Deadlines
  record: Pick<CallRecord, 'note'>
}

export type Hold = ReturnType<typeof createHold>

export function createHold({ language, deadlines, record }: HoldOptions) {
  let isOn = false
  let texts: Map<string, number> | undefined

  const loopOf = (text: string): string | undefined => {
    const words = wordsOf(text)
    return words.length >= leastLoopWords ? words.join(' ') : undefined
  }
  const timesOf = (text: string): number => texts?.get(loopOf(text) ?? '') ?? 0
  const isAnnouncement = (text: string): boolean => isQueue(text, language) || timesOf(text) >= loopTimes - 1

  function begin(): void {
    texts ??= new Map()
    deadlines.set('hold', maxHoldMs, end)
    if (isOn) return
    isOn = true
    record.note('on_hold')
  }

  function end(): void {
    deadlines.clear('hold')
    if (!isOn) return
    isOn = false
    record.note('hold_ended')
  }

  function remember(text: string): void {
    const key = loopOf(text)
    if (key !== undefined && texts && texts.size < maxTexts) texts.set(key, timesOf(text) + 1)
  }

  return {
    isOn: () => isOn,
    /** The line says that the other side holds the call, or has come back. */
    lineHeld: (isHeld: boolean): void => (isHeld ? begin() : end()),
    /** Whether the text of a turn would not be answered. Without words, the person may still be away. */
    ignores: (text: string): boolean =>
      isAnnouncement(text) || (isOn && (text === '' || (asksToHold(text, language) && !isQuestion(text)))),
    /** A turn is complete: begins, continues or ends the hold. */
    hear(text: string): void {
      if (text === '') return
      if (isAnnouncement(text) || asksToHold(text, language)) begin()
      else end()
      remember(text)
    },
  }
}
