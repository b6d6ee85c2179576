// Decides how long to wait after the end of speech before the customer's turn is complete.
import { trimEnd } from '#server/platform/text/trim-end.ts'
import { missingDetail } from './detail.ts'
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
const shortMs = 300
const normalMs = 500
const longMs = 2_500
const longestNormalMs = 1_200
/** A pause in the middle of a turn is on average this much shorter than the delay that tolerates most of them. */
const headroom = 1.25
const weightOfLast = 0.3
/** Only the end of the text decides. */
const relevantLength = 400

export function createEndpointing({ sensitivity, type, language }: EndpointingOptions) {
  const scale = 1.5 / (1 + Math.min(5, Math.max(0, sensitivity)))
  const short = clamp(shortMs * scale, shortestMs, longestMs)
  const normal = clamp(normalMs * scale, shortestMs, longestMs)
  const long = clamp(longMs * scale, shortestMs, longestMs)
  const lists = findTurnLanguage(language)
  let meanPauseMs = normal / headroom

  return {
    trustsVendor: type === 'ai',
    /**
     * Returns milliseconds between 250 and 2,500.
     * @param text All words of the turn.
     * @param question The last words of the assistant.
     */
    delayAfter(text: string, question: string | undefined): number {
      const learned = clamp(meanPauseMs * headroom, short, Math.max(normal, longestNormalMs * Math.min(1, scale)))
      const quick = clamp((short * learned) / normal, shortestMs, learned)
      const patient = Math.max(long, learned)
      const end = text.slice(-relevantLength).trimEnd()
      const words = wordsOf(end)
      const missing = missingDetail(end, words, question?.slice(-relevantLength), lists)
      if (missing > 0) return Math.round(learned + (patient - learned) * missing)
      const mark = finalMark(end)
      if (mark === 'open') return Math.round(patient)
      if (lists && missing !== 0 && mark !== 'question' && endsWithPhrase(words, lists.goesOn))
        return Math.round(patient)
      if (mark !== 'none') return Math.round(quick)
      if (lists?.shortAnswers.has(words.join(' ')) && isYesOrNoQuestion(question, lists.questionWords))
        return Math.round(quick)
      if (lists && missing !== 0 && endsWithPhrase(words, lists.mayGoOn)) return Math.round(patient)
      return Math.round(type === 'ai' ? Math.min(patient, learned * 1.5) : learned)
    },
    /** Learns from a pause after which the customer continued the turn. Do not call it for pauses around a backchannel. */
    learnPause(pauseMs: number): void {
      if (!(pauseMs >= 100)) return
      meanPauseMs += weightOfLast * (Math.min(pauseMs, longestMs) - meanPauseMs)
    },
  }
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

function finalMark(text: string): 'none' | 'open' | 'question' | 'stop' {
  const end = trimEnd(text, closingMarks)
  if (/(?:…|\.\.|[,;:،、，–—-])$/u.test(end)) return 'open'
  if (/[?？؟]$/u.test(end)) return 'question'
  return /[.!。！।]$/u.test(end) ? 'stop' : 'none'
}

function isYesOrNoQuestion(question: string | undefined, questionWords: ReadonlySet<string>): boolean {
  if (question === undefined || !/[?？]\s*$/u.test(question.slice(-20))) return false
  const last = question.slice(0, question.lastIndexOf('?')).split(/[.!?]/u).at(-1) ?? ''
  return !containsPhrase(wordsOf(last), questionWords)
}
