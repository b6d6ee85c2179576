// Decides whether a person, a mailbox or another machine has answered an outbound call.
import { classifyAnnouncement, type Machine } from './announcement.ts'

export interface AnswerVerdict {
  kind: 'human' | Machine | 'uncertain'
  /** The kind is decided. Only a mailbox that was taken for a person is still corrected. */
  settled: boolean
  /** A message can be left now. */
  greetingEnded: boolean
}

/** `atMs` counts from the moment the call was answered. Events come in the order of their time. */
export type AnswerEvent =
  | { atMs: number; kind: 'speechStart' | 'speechEnd' | 'beep' }
  /** All words so far, or those after the last event of this kind. */
  | { atMs: number; kind: 'words'; text: string }

export type CarrierVerdict = 'human' | 'machine' | 'machine-greeting-ended' | 'fax' | 'unknown'

/** A person answers with a short greeting and then waits. */
const longestHumanMs = 2_500
const humanSilenceMs = 500
const machineSilenceMs = 1_500
/** Without pauses and known words, only a recording is this long. */
const longGreetingMs = 6_000
const noSpeechMs = 10_000
const budgetMs = 20_000
const longestText = 1_000

/** @param language ISO 639-1. English announcements are recognized in every language. */
export function createAnsweringMachineDetector({ language }: { language: string }) {
  let speakingSinceMs: number | undefined
  let lastEndMs: number | undefined
  let spokenMs = 0
  let longestSpeechMs = 0
  let isBeepLast = false
  let hasBeeped = false
  let words = ''
  let announcement: Machine | undefined
  let isCertain = false
  let carrier: CarrierVerdict = 'unknown'
  let decided: AnswerVerdict['kind'] | undefined

  const currentSpeechMs = (nowMs: number): number => (speakingSinceMs === undefined ? 0 : nowMs - speakingSinceMs)
  const silenceMs = (nowMs: number): number =>
    speakingSinceMs !== undefined || lastEndMs === undefined ? 0 : nowMs - lastEndMs
  const isOver = (nowMs: number): boolean => isBeepLast || silenceMs(nowMs) >= machineSilenceMs

  /** What the evidence suggests, before it is final. */
  function likely(nowMs: number): AnswerVerdict['kind'] {
    if (carrier === 'fax') return 'unavailable'
    if (announcement) return announcement
    if (hasBeeped || carrier === 'machine' || carrier === 'machine-greeting-ended') return 'voicemail'
    if (carrier === 'human') return 'human'
    const isQuestion = /[?？]$/u.test(words)
    const isShort = spokenMs + currentSpeechMs(nowMs) <= longestHumanMs
    if (lastEndMs !== undefined && speakingSinceMs === undefined && (isShort || isQuestion)) return 'human'
    return Math.max(longestSpeechMs, currentSpeechMs(nowMs)) >= longGreetingMs ? 'voicemail' : 'uncertain'
  }

  function decide(atMs: number): void {
    // A person does not say what only a mailbox says.
    if (decided === 'human' && announcement && isCertain && atMs <= budgetMs) decided = announcement
    const nowMs = Math.min(atMs, budgetMs)
    const kind = likely(nowMs)
    if (decided !== undefined) return
    const isDecided =
      nowMs >= budgetMs ||
      (kind === 'human' && (carrier === 'human' || silenceMs(nowMs) >= humanSilenceMs)) ||
      carrier === 'fax' ||
      (kind === 'voicemail' && (hasBeeped || carrier === 'machine-greeting-ended')) ||
      isOver(nowMs) ||
      (lastEndMs === undefined && speakingSinceMs === undefined && carrier === 'unknown' && nowMs >= noSpeechMs)
    if (isDecided) decided = kind
  }

  function addWords(text: string): void {
    const found = classifyAnnouncement(`${words} ${text}`.slice(-longestText), language)
    words = text.slice(-longestText).trimEnd()
    // A mailbox can announce later that it is full, and a screening service speaks like one.
    if (found && (!announcement || announcement === 'voicemail')) announcement = found.machine
    if (found) isCertain ||= found.isCertain
    // "leave a message" was part of a question.
    else if (announcement === 'voicemail' && !isCertain) announcement = undefined
  }

  return {
    heard(event: AnswerEvent): void {
      // First what was true until now, so that the result does not depend on how often the verdict is read.
      decide(event.atMs)
      if (event.kind === 'words') addWords(event.text)
      else if (event.kind === 'beep') {
        hasBeeped = true
        isBeepLast = true
      } else if (event.kind === 'speechStart') {
        speakingSinceMs ??= event.atMs
        isBeepLast = false
      } else if (speakingSinceMs !== undefined) {
        spokenMs += event.atMs - speakingSinceMs
        longestSpeechMs = Math.max(longestSpeechMs, event.atMs - speakingSinceMs)
        speakingSinceMs = undefined
        lastEndMs = event.atMs
      }
      decide(event.atMs)
    },
    /** The result of the carrier's own detection. Words that were heard take precedence. */
    carrierSays(verdict: CarrierVerdict): void {
      carrier = verdict
    },
    verdict(nowMs: number): AnswerVerdict {
      decide(nowMs)
      const kind = decided ?? likely(nowMs)
      const settled = decided !== undefined
      const isMachine = kind !== 'human' && kind !== 'uncertain'
      const greetingEnded = settled && isMachine && (isOver(nowMs) || carrier === 'machine-greeting-ended')
      return { kind, settled, greetingEnded }
    },
    /** The next time at which the verdict can change without an event. Undefined if there is none. */
    nextCheckMs(nowMs: number): number | undefined {
      const times = decided === undefined ? [noSpeechMs, budgetMs] : []
      if (speakingSinceMs === undefined && lastEndMs !== undefined)
        times.push(lastEndMs + humanSilenceMs, lastEndMs + machineSilenceMs)
      const later = times.filter((time) => time > nowMs)
      return later.length === 0 ? undefined : Math.min(...later)
    },
  }
}
