// Decides how long to wait after the end of speech before the customer's turn is complete.
import { trimEnd } from '#server/platform/text/trim-end.ts'
import type { PauseKind } from '../turn-taking/types.ts'
import { endsWithTime, missingDetail } from './detail.ts'
import { findTurnLanguage } from './languages/index.ts'
import { closingMarks, containsPhrase, endsWithPhrase, wordsOf } from './words.ts'

export interface EndpointingOptions {
  /** 0 to 5; higher values answer faster. */
  sensitivity: number
  /**
   * `vad` measures the silence. `ai` relies more on words: it waits longer for text that is not a complete sentence,
   * and answers at once when the recognizer reports the end of a turn.
   */
  type: 'vad' | 'ai'
  /** ISO 639-1. Without word lists for the language, only punctuation and digits count. */
  language: string
}

const shortestMs = 250
const longestMs = 2_500
/** Delays at the default sensitivity of 0.5. */
const shortMs = 460
const normalMs = 660
/** After several sentences, customers pause for longer between them. */
const severalSentencesMs = 580
const longMs = 2_500
const longestNormalMs = 1_360
/** A pause in the middle of a turn is on average this much shorter than the delay that tolerates most of them. */
const headroom = 1.25
const headroomAfterCutIn = 1.6
const weightOfLast = 0.3
/** The share of the patience that is left after a turn that did not need it. */
const patienceKept = 0.9
/** So few words are often a complete answer: a comma after them says little, and after a question they need no patience. */
const fewWords = 3
/** Only the end of the text decides. */
const relevantLength = 400

export function createEndpointing({ sensitivity, type, language }: EndpointingOptions) {
  const scale = 1.5 / (1 + Math.min(5, Math.max(0, sensitivity)))
  const short = clamp(shortMs * scale, shortestMs, longestMs)
  const normal = clamp(normalMs * scale, shortestMs, longestMs)
  const several = clamp(severalSentencesMs * scale, shortestMs, longestMs)
  const long = clamp(longMs * scale, shortestMs, longestMs)
  const lists = findTurnLanguage(language)
  let meanPauseMs = normal / headroom
  /** Statements of a customer who continues after a complete sentence are complete after this time. */
  let patienceMs = 0

  return {
    trustsVendor: type === 'ai',
    /**
     * Returns milliseconds between 250 and 2,500.
     * @param text All words of the turn.
     * @param question The last words of the assistant.
     */
    delayAfter(text: string, question: string | undefined): number {
      const learned = clamp(meanPauseMs * headroom, short, Math.max(normal, longestNormalMs * Math.min(1, scale)))
      // Customers who pause briefly within their turns are not quicker at the end.
      const quick = Math.max(short, clamp((short * learned) / normal, shortestMs, learned))
      const patient = Math.max(long, learned)
      const end = text.slice(-relevantLength).trimEnd()
      const words = wordsOf(end)
      if (endsWithTime(words) && finalMark(end) !== 'comma') return Math.round(quick)
      const missing = missingDetail(end, words, question?.slice(-relevantLength), lists)
      if (missing > 0) return Math.round(learned + (patient - learned) * missing)
      const mark = words.length <= fewWords ? withoutComma(finalMark(end)) : finalMark(end)
      if (mark === 'open' || mark === 'comma') return Math.round(patient)
      if (lists && missing !== 0 && mark !== 'question' && endsWithPhrase(words, lists.goesOn))
        return Math.round(patient)
      const isAnswer = words.length <= fewWords && isQuestion(question)
      if (mark === 'stop' && !isAnswer && missing !== 0)
        return Math.round(Math.max(quick, patienceMs, hasSeveralSentences(end) ? several : 0))
      if (mark !== 'none') return Math.round(quick)
      if (lists?.shortAnswers.has(words.join(' ')) && isYesOrNoQuestion(question, lists.questionWords))
        return Math.round(quick)
      if (lists && missing !== 0 && endsWithPhrase(words, lists.mayGoOn)) return Math.round(patient)
      return Math.round(Math.max(type === 'ai' ? Math.min(patient, learned * 1.5) : learned, patienceMs))
    },
    /** Learns from a pause of the customer. Do not call it for pauses around a backchannel. */
    learnPause(pauseMs: number, kind: PauseKind): void {
      if (!(pauseMs >= 100)) return
      if (kind === 'in_turn') meanPauseMs += weightOfLast * (Math.min(pauseMs, longestMs) - meanPauseMs)
      if (kind === 'answer') patienceMs *= patienceKept
      else if (kind === 'cut_in' || patienceMs > 0) {
        // After a cut-in, the next pause can be longer.
        const needed = pauseMs * (kind === 'cut_in' ? headroomAfterCutIn : headroom)
        patienceMs = Math.max(patienceMs, Math.min(needed, longestNormalMs) * Math.min(1, scale))
      }
    },
  }
}

/** "The U.S." is one. */
const hasSeveralSentences = (text: string): boolean => /[\p{L}\p{N}]{2}[.!?…。！？]+\s+\S/u.test(text)

/** Recognizers write a comma after single words that are a complete answer. */
const withoutComma = (mark: FinalMark): FinalMark => (mark === 'comma' ? 'none' : mark)

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

type FinalMark = 'none' | 'comma' | 'open' | 'question' | 'stop'

function finalMark(text: string): FinalMark {
  const end = trimEnd(text, closingMarks)
  if (/[,،、，]$/u.test(end)) return 'comma'
  if (/(?:…|\.\.\.|[;:–—-])$/u.test(end)) return 'open'
  if (/[?？؟]$/u.test(end)) return 'question'
  return /[.!。！।]$/u.test(end) ? 'stop' : 'none'
}

const isQuestion = (text: string | undefined): boolean => /[?？؟]\s*$/u.test(text?.slice(-20) ?? '')

function isYesOrNoQuestion(question: string | undefined, questionWords: ReadonlySet<string>): boolean {
  if (question === undefined || !isQuestion(question)) return false
  const last = question.slice(0, question.lastIndexOf('?')).split(/[.!?]/u).at(-1) ?? ''
  return !containsPhrase(wordsOf(last), questionWords)
}
