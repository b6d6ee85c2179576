// Decides whether a person, a mailbox or another machine has answered an outbound call.
import { type Announcement, classifyAnnouncement, type Machine } from './announcement.ts'
import type { Tone } from './beep.ts'
import { type Unreachable, unreachableKinds } from './languages/language.ts'
import { isOfferOfPerson } from './phone-greeting.ts'

export interface AnswerVerdict {
  kind: 'human' | Machine | 'fax' | 'uncertain'
  /** The kind is decided. Only a machine that was taken for a person, or a menu for a mailbox, is still corrected. */
  settled: boolean
  /** A message can be left now. */
  greetingEnded: boolean
}

/** `atMs` counts from the moment the call was answered. Events come in the order of their time. */
export type AnswerEvent =
  | { atMs: number; kind: 'speechStart' | 'speechEnd' }
  /** A tone has begun, or it has ended after `toneMs`. */
  | ({ atMs: number } & Tone)
  /** All words so far, or those after the last event of this kind. Words that are not final may still change. */
  | { atMs: number; kind: 'words'; text: string; isFinal: boolean }

export type CarrierVerdict = 'human' | 'machine' | 'machine-greeting-ended' | 'fax' | 'unknown'

/** A person answers with a short greeting and then waits. */
const longestHumanMs = 2_500
const humanSilenceMs = 500
const machineSilenceMs = 1_500
/** No vowel is a tone for so long, and no beep of a mailbox is longer. */
const certainToneMs = { min: 280, max: 1_200 }
/** A longer tone is not the beep of a mailbox. */
const longestBeepMs = 5_000
/** Without words, a person has spoken for at least this long, not counting clicks at the beginning of the call. */
const leastSpeechMs = 250
const clicksMs = 200
/** An announcement that is repeated without a pause has no final words. */
const endlessMs = 7_000
const noSpeechMs = 10_000
const budgetMs = 20_000
const longestText = 1_000

const isUnreachable = (kind: AnswerVerdict['kind']): kind is Unreachable =>
  (unreachableKinds as readonly string[]).includes(kind)

const isNoMailbox = (machine: Machine | undefined): machine is 'ivr' | 'screening' =>
  machine === 'ivr' || machine === 'screening'

/** @param language ISO 639-1. English announcements are recognized in every language. */
export function createAnsweringMachineDetector({ language }: { language: string }) {
  let speakingSinceMs: number | undefined
  let lastEndMs: number | undefined
  let spokenMs = 0
  /** The part of it since the last pause of half a second. */
  let stretchMs = 0
  let isBeepLast = false
  let toneSinceMs: number | undefined
  let hasBeeped = false
  let isBeepCertain = false
  let words = ''
  let announcement: Machine | undefined
  let isCertain = false
  /** Whether a mailbox is likely by its words. Without that, a beep or the carrier has to confirm it. */
  let isLikely = false
  /** What words suggest that may still change. */
  let interim: Machine | undefined
  let carrier: CarrierVerdict = 'unknown'
  let carrierAtMs = 0
  let decided: AnswerVerdict['kind'] | undefined
  /** No words said that it is a mailbox. */
  let isCarrierAlone = false

  const currentSpeechMs = (nowMs: number): number => (speakingSinceMs === undefined ? 0 : nowMs - speakingSinceMs)
  const silenceMs = (nowMs: number): number =>
    speakingSinceMs !== undefined || lastEndMs === undefined ? 0 : nowMs - lastEndMs
  const hasSpoken = (): boolean => words !== '' || spokenMs >= leastSpeechMs
  const isMachineForCarrier = (): boolean => carrier === 'machine' || carrier === 'machine-greeting-ended'

  /** A short beep alone can be a vowel. */
  const isMailboxBeep = (): boolean =>
    hasBeeped && (isBeepCertain || announcement !== undefined || isMachineForCarrier())
  /** Nothing is said into a beep, which is no silence. */
  const isBeeping = (nowMs: number): boolean => toneSinceMs !== undefined && nowMs - toneSinceMs < longestBeepMs
  const isOver = (nowMs: number): boolean =>
    !isBeeping(nowMs) && ((isBeepLast && isMailboxBeep()) || silenceMs(nowMs) >= machineSilenceMs)

  /** The carrier can take a pause for the end of a greeting, so nothing may be said for as long as after a greeting. */
  function isEndedForCarrier(nowMs: number): boolean {
    if (carrier !== 'machine-greeting-ended' || speakingSinceMs !== undefined || isBeeping(nowMs)) return false
    return announcement === 'voicemail' || nowMs - (lastEndMs ?? carrierAtMs) >= machineSilenceMs
  }

  /** A person can say these words as well, but neither with a beep nor for so long. */
  function isMailbox(nowMs: number): boolean {
    if (isMailboxBeep()) return true
    if (isMachineForCarrier()) return announcement === 'voicemail' || !isOfferOfPerson(words, language)
    const isLong = spokenMs + currentSpeechMs(nowMs) > longestHumanMs
    return announcement === 'voicemail' && (isCertain || (isLikely && isLong))
  }

  /** What the evidence suggests, before it is final. */
  function likely(nowMs: number): AnswerVerdict['kind'] {
    if (carrier === 'fax') return 'fax'
    if (announcement && announcement !== 'voicemail') return announcement
    // The words of a menu contradict the carrier even before they are final.
    if (interim === 'ivr' || interim === 'screening') return interim
    if (isMailbox(nowMs)) return 'voicemail'
    if (interim) return interim
    if (carrier === 'human') return 'human'
    if (isMachineForCarrier()) return 'human'
    const isQuestion = /[?？]$/u.test(words)
    const isShort = spokenMs + currentSpeechMs(nowMs) <= longestHumanMs
    if (hasSpoken() && lastEndMs !== undefined && speakingSinceMs === undefined && (isShort || isQuestion))
      return 'human'
    return 'uncertain'
  }

  function isDecided(kind: AnswerVerdict['kind'], nowMs: number): boolean {
    if (nowMs >= budgetMs || carrier === 'fax') return true
    if (kind === 'human') return carrier === 'human' || silenceMs(nowMs) >= humanSilenceMs
    if (isUnreachable(kind)) return announcement === kind || nowMs >= endlessMs
    if (kind === 'voicemail' && (isMailboxBeep() || isEndedForCarrier(nowMs))) return true
    if (!hasSpoken() && speakingSinceMs === undefined) return carrier === 'unknown' && nowMs >= noSpeechMs
    return isOver(nowMs)
  }

  function decide(atMs: number): void {
    // A person does not say what only a machine says, and does not beep.
    if ((decided === 'human' || decided === 'uncertain') && atMs <= budgetMs) {
      if (announcement && isCertain) decided = announcement
      else if (isBeepLast && isMailbox(atMs)) decided = announcement ?? 'voicemail'
    }
    if (isCarrierAlone && !isMailboxBeep() && isNoMailbox(announcement)) decided = announcement
    const nowMs = Math.min(atMs, budgetMs)
    if (decided !== undefined) return
    const kind = likely(nowMs)
    if (!isDecided(kind, nowMs)) return
    decided = kind
    isCarrierAlone = kind === 'voicemail' && announcement !== 'voicemail'
  }

  /** A person who has answered can say "my line is busy", but an announcement continues for longer. */
  const isPersonal = (found: Announcement | undefined, atMs: number): boolean =>
    decided === 'human' &&
    found !== undefined &&
    isUnreachable(found.machine) &&
    !found.isLikely &&
    stretchMs + currentSpeechMs(atMs) <= longestHumanMs

  function addWords(text: string, isFinal: boolean, atMs: number): void {
    const found = classifyAnnouncement(`${words} ${text}`.slice(-longestText), language)
    if (isPersonal(found, atMs)) {
      words = ''
      return
    }
    interim = isFinal || !found?.isLikely ? undefined : found.machine
    if (!isFinal) return
    words = text.slice(-longestText).trimEnd()
    // A mailbox can announce later that it is full, and a screening service speaks like one.
    const isBetter = !announcement || announcement === 'voicemail' || (announcement === 'ivr' && found?.isCertain)
    if (found && isBetter) announcement = found.machine
    if (found) {
      isCertain ||= found.isCertain
      isLikely ||= found.isLikely
    }
    // "leave a message" was part of a question.
    else if (announcement === 'voicemail' && !isCertain) announcement = undefined
  }

  return {
    heard(event: AnswerEvent): void {
      // First what was true until now, so that the result does not depend on how often the verdict is read.
      decide(event.atMs)
      if (event.kind === 'words') addWords(event.text, event.isFinal, event.atMs)
      else if (event.kind === 'toneStart') toneSinceMs = event.atMs
      else if (event.kind === 'beep') {
        toneSinceMs = undefined
        hasBeeped = true
        isBeepCertain ||= event.toneMs >= certainToneMs.min && event.toneMs <= certainToneMs.max
        isBeepLast = true
      } else if (event.kind === 'speechStart') {
        if (silenceMs(event.atMs) >= humanSilenceMs) stretchMs = 0
        speakingSinceMs ??= event.atMs
        isBeepLast = false
      } else if (speakingSinceMs !== undefined) {
        const speechMs = Math.max(0, event.atMs - Math.max(speakingSinceMs, clicksMs))
        spokenMs += speechMs
        stretchMs += speechMs
        speakingSinceMs = undefined
        lastEndMs = event.atMs
      }
      decide(event.atMs)
    },
    /** The result of the carrier's own detection. Words that were heard take precedence. */
    carrierSays(verdict: CarrierVerdict, atMs: number): void {
      carrier = verdict
      carrierAtMs = atMs
    },
    /** Whether it is a mailbox only for the carrier, which can have heard a pause. */
    isDoubtful: () => isCarrierAlone && decided === 'voicemail' && !isMailboxBeep(),
    verdict(nowMs: number): AnswerVerdict {
      decide(nowMs)
      const kind = decided ?? likely(nowMs)
      const settled = decided !== undefined
      const isMachine = kind !== 'human' && kind !== 'uncertain'
      const greetingEnded = settled && isMachine && (isOver(nowMs) || isEndedForCarrier(nowMs))
      return { kind, settled, greetingEnded }
    },
    /** The next time at which the verdict can change without an event. Undefined if there is none. */
    nextCheckMs(nowMs: number): number | undefined {
      const times = decided === undefined ? [noSpeechMs, budgetMs] : []
      if (speakingSinceMs === undefined && lastEndMs !== undefined)
        times.push(lastEndMs + humanSilenceMs, lastEndMs + machineSilenceMs)
      if (speakingSinceMs === undefined && carrier === 'machine-greeting-ended')
        times.push(carrierAtMs + machineSilenceMs)
      if (decided === undefined && interim !== undefined) times.push(endlessMs)
      if (toneSinceMs !== undefined) times.push(toneSinceMs + longestBeepMs)
      const later = times.filter((time) => time > nowMs)
      return later.length === 0 ? undefined : Math.min(...later)
    },
  }
}
