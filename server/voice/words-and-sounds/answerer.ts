// Determines at the end of an outbound call what answered it: a person, or a machine that did not put a person through.
import { classifyAnnouncement } from './announcement.ts'
import type { AnswerVerdict } from './answering-machine.ts'
import { english } from './languages/english.ts'
import { turnLanguage } from './languages/index.ts'
import { classifyUtterance } from './utterance-kind.ts'
import { containsPhrase, phraseLengthAt, wordsOf } from './words.ts'

/** What answered an outbound call. A service or menu that puts a person through counts as a person. */
export type Answerer = 'person' | 'voicemail' | 'screening' | 'menu' | 'announcement' | 'fax' | 'unknown'

type Verdict = AnswerVerdict['kind']

/** These verdicts are not changed by what is heard later. */
const machines: Partial<Record<Verdict, Answerer>> = {
  voicemail: 'voicemail',
  mailbox_full: 'voicemail',
  fax: 'fax',
  circuits_busy: 'announcement',
  busy: 'announcement',
  no_answer: 'announcement',
  calls_refused: 'announcement',
  number_unavailable: 'announcement',
}
const atFirst: Partial<Record<Verdict, Answerer>> = { human: 'person', screening: 'screening', ivr: 'menu' }

/** A machine seldom says so many things without words that show what it is. */
const certainTurns = 2
/** The greeting of a person has at most this many words. */
const longestGreeting = 8
const longestText = 2_000

interface Spoken {
  speaker: 'assistant' | 'agent' | 'customer' | 'whisper'
  text: string
}

/**
 * @param verdict The last verdict of the detector; undefined if the call ended before it.
 * @param transcript In order.
 * @param language ISO 639-1.
 */
export function answererOf(verdict: Verdict | undefined, transcript: readonly Spoken[], language: string): Answerer {
  const machine = verdict && machines[verdict]
  if (machine) return machine
  let answerer: Answerer = (verdict && atFirst[verdict]) ?? 'unknown'
  /** The announcement that led to the verdict, which can be in parts. */
  let unknownPart = answerer === 'screening' || answerer === 'menu' ? '' : undefined
  /** Turns that only a person is expected to say, with an answer of the assistant between them. */
  let turns = 0
  let isReply = true

  for (const { speaker, text } of transcript) {
    if (speaker === 'assistant' || speaker === 'agent') isReply = true
    // An event, or words that are not known.
    if (speaker !== 'customer' || text.startsWith('[')) continue
    const whole: string = `${unknownPart ?? ''} ${text}`.slice(-longestText)
    const found = classifyAnnouncement(whole, language)
    const isAsked = answerer === 'person' && /[?？]\s*$/u.test(text)
    if (found && !isAsked) {
      const { machine: kind, isCertain } = found
      if (kind === 'screening' || kind === 'ivr') {
        // A service can offer keys, too.
        if (answerer !== 'screening') answerer = kind === 'ivr' ? 'menu' : 'screening'
        turns = 0
      } else if (kind === 'voicemail' && isCertain) return 'voicemail'
      // A service says that the person is not available, and a person can say the same of another person.
      else if (answerer === 'person') answerer = 'unknown'
      else if (answerer === 'unknown' && isCertain) return 'announcement'
      unknownPart = undefined
      isReply = false
      continue
    }
    if (unknownPart !== undefined) {
      unknownPart = whole
      continue
    }
    const kind = ofPerson(text, language)
    if (kind !== undefined && isReply) turns++
    if (kind === 'greeting' && answerer !== 'unknown') answerer = 'person'
    if (turns >= certainTurns) return 'person'
    isReply = false
  }
  return answerer
}

/** Whether a screening service or a menu says this besides what shows that it is one. */
export function isServiceTalk(text: string, language: string): boolean {
  const words = wordsOf(text)
  return [turnLanguage(language), english].some(({ services }) => containsPhrase(words, services))
}

/** Returns undefined for words that a service could say as well. */
function ofPerson(text: string, language: string): 'greeting' | 'speech' | undefined {
  if (isServiceTalk(text, language)) return undefined
  const words = wordsOf(text)
  const lists = [turnLanguage(language), english]
  const isGreeting = lists.some(({ greetings }) => phraseLengthAt(words, 0, greetings) > 0)
  if (isGreeting && words.length <= longestGreeting) return 'greeting'
  return classifyUtterance(text, language) === 'backchannel' ? undefined : 'speech'
}
