// The language of a call: judges what the customer says, and knows in which language the assistant answers.
import type { AnswerRequest, HistoryMessage, ModeListener } from '../engine/mode.ts'
import { wordsOf } from '../words-and-sounds/words.ts'
import { detectLanguage, mayBeIn } from './detect-language.ts'
import { type FollowedLanguage, followLanguage } from './follow-language.ts'

/** Later reports replace earlier ones. */
const maxReports = 50
const minReportedWords = 3
/** The share of the words of an utterance that a report must cover. */
const minReportedShare = 0.8

export interface SpokenLanguageOptions {
  /** The ISO 639-1 code of the assistant's language. */
  language: string
  /** The languages in which the assistant can continue. */
  others: readonly string[]
}

type Listener = Pick<ModeListener, 'languageFollowed' | 'languageNoticed'>

export type SpokenLanguage = ReturnType<typeof createSpokenLanguage>

export function createSpokenLanguage({ language, others }: SpokenLanguageOptions) {
  const judged = new Map<number, string | undefined>()
  const noticed = new Set<string>()
  const reports = createReports()
  let followed: FollowedLanguage = { current: language, expected: undefined, others: noticed }
  let hasChanged = false

  function judge(text: string): string | undefined {
    // Events of the call are in brackets.
    if (text.startsWith('[')) return undefined
    const detected = detectLanguage(text, { language, others })
    const reported = reports.of(text)
    if (reported === undefined || reported === detected) return detected
    const isPossible = detected === undefined && mayBeIn(text, reported, language)
    return isPossible ? reported : undefined
  }

  function judgeHistory(history: readonly HistoryMessage[]): void {
    for (const { id, role, content } of history) {
      // The words of audio can become known later.
      if (role === 'user' && content !== '' && !judged.has(id)) judged.set(id, judge(content))
    }
  }

  return {
    /** In which the assistant speaks now. */
    current: () => followed.current,
    /** In which it may speak soon. */
    expected: () => followed.expected,
    /** Whether it has spoken another one. */
    hasChanged: () => hasChanged,
    /** The recognizer says in which language these words are. */
    reported: reports.add,
    /** Decides the language of an answer, from all that the customer said before it. Returns whether it has changed. */
    answering({ history, unrecorded }: Pick<AnswerRequest, 'history' | 'unrecorded'>, listener: Listener): boolean {
      judgeHistory(history)
      const heard = [...judged].toSorted(([a], [b]) => a - b).map(([, spoken]) => spoken)
      if (unrecorded !== undefined) heard.push(judge(unrecorded))
      const before = followed.current
      followed = followLanguage(heard, { language, follows: (spoken) => others.includes(spoken) })
      for (const spoken of followed.others) {
        if (!noticed.has(spoken)) listener.languageNoticed(spoken)
        noticed.add(spoken)
      }
      if (followed.current === before) return false
      hasChanged = true
      listener.languageFollowed(before, followed.current)
      return true
    },
  }
}

interface Report {
  text: string
  words: number
  language: string
}

/** The languages that recognizers report for parts of utterances. */
function createReports() {
  const reports: Report[] = []
  const plain = (text: string): string => ` ${wordsOf(text).join(' ')} `

  return {
    add(text: string, language: string): void {
      reports.push({ text: plain(text), words: wordsOf(text).length, language })
      if (reports.length > maxReports) reports.shift()
    },
    /** Of most words of an utterance. */
    of(text: string): string | undefined {
      const whole = plain(text)
      const words = wordsOf(text).length
      if (words < minReportedWords) return undefined
      const counts = new Map<string, number>()
      for (const report of reports)
        if (report.words > 0 && whole.includes(report.text))
          counts.set(report.language, (counts.get(report.language) ?? 0) + report.words)
      return [...counts].find(([, count]) => count >= minReportedShare * words)?.[0]
    },
  }
}
