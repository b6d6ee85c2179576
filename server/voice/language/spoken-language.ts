// The language of a call: judges what the customer says, and knows in which language the assistant answers.
import type { AnswerRequest, HistoryMessage, ModeListener } from '../engine/mode.ts'
import { wordsOf } from '../words-and-sounds/words.ts'
import { detectLanguage, fitsLanguage } from './detect-language.ts'
import { type FollowedLanguage, followLanguage, type HeardUtterance } from './follow-language.ts'

/** Later reports replace earlier ones. */
const maxReports = 50
/** A report about fewer words shows at most that the customer still speaks the language of the assistant. */
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
  const judged = new Map<number, { content: string; heard: HeardUtterance }>()
  const noticed = new Set<string>()
  const reports = createReports()
  let current = language
  let hasChanged = false

  function judge(text: string): HeardUtterance {
    // Events of the call are in brackets.
    if (text.startsWith('[')) return { language: undefined, fits: [] }
    const reported = reports.of(text)
    const isLong = wordsOf(text).length >= minReportedWords
    const detected = detectLanguage(text, { language, others, ...(isLong && { reported }) })
    if (detected !== undefined) return { language: detected, fits: [] }
    const possible = [language, ...others].filter((other) => fitsLanguage(text, other))
    return { language: undefined, fits: reported === undefined ? possible : [reported] }
  }

  /** The words of audio can become known later, and grow. */
  function judgeHistory(history: readonly HistoryMessage[]): void {
    for (const { id, role, content } of history) {
      if (role !== 'user' || content === '' || judged.get(id)?.content === content) continue
      judged.set(id, { content, heard: judge(content) })
    }
  }

  function followed(unrecorded?: string): FollowedLanguage {
    const heard = [...judged].toSorted(([a], [b]) => a - b).map(([, { heard }]) => heard)
    if (unrecorded !== undefined) heard.push(judge(unrecorded))
    return followLanguage(heard, { language, follows: (spoken) => others.includes(spoken) })
  }

  /** Decides the language of the call, from all that the customer said. Returns whether it has changed. */
  function said(history: readonly HistoryMessage[], listener: Listener): boolean {
    judgeHistory(history)
    const before = current
    const now = followed()
    for (const spoken of now.others) {
      if (!noticed.has(spoken)) listener.languageNoticed(spoken)
      noticed.add(spoken)
    }
    current = now.current
    if (current === before) return false
    hasChanged = true
    listener.languageFollowed(before, current)
    return true
  }

  return {
    /** In which the assistant speaks now. */
    current: () => current,
    /** Whether it has spoken another one. */
    hasChanged: () => hasChanged,
    /** The recognizer says in which language these words are. */
    reported: reports.add,
    said,
    /** The language of an answer. Words that are not recorded can be discarded, so they decide nothing else. */
    answering({ history, unrecorded }: Pick<AnswerRequest, 'history' | 'unrecorded'>, listener: Listener) {
      said(history, listener)
      return followed(unrecorded)
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
      const counts = new Map<string, number>()
      for (const report of reports)
        if (report.words > 0 && whole.includes(report.text))
          counts.set(report.language, (counts.get(report.language) ?? 0) + report.words)
      return [...counts].find(([, count]) => count >= minReportedShare * words)?.[0]
    },
  }
}
