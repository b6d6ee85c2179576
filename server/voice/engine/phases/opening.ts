// The greeting of a call. A person who answers is owed its beginning until they have heard it: that an AI speaks, and why.
import type { CallRecord } from '../call-record.ts'
import type { HeardSegment } from '../mode.ts'
import type { CallSettings } from '../settings.ts'

/** An outbound call owes the sentences that begin before this position, besides the disclosure. */
const owedCharacters = 200
/** Before more answers than these, only the disclosure is said. */
const maxAnswers = 3
/** The model gets at most this much of what was not heard. */
const longestUnheard = 1_000

export interface OpeningOptions {
  settings: Pick<CallSettings, 'greeting' | 'disclosure' | 'direction' | 'language'>
  record: Pick<CallRecord, 'happened'>
  /** Returns the generation. */
  say(text: string): number
  /** Whether a machine has answered that does not put a person through. */
  isMachine(): boolean
}

interface Sentence {
  text: string
  kind: 'disclosure' | 'purpose' | 'rest'
}

export type Opening = ReturnType<typeof createOpening>

export function createOpening({ settings, record, say, isMachine }: OpeningOptions) {
  /** What is being said, or was said last. */
  let current: { generation: number; text: string; sentences(): Sentence[] } | undefined
  /** What was interrupted, from the beginning of the sentence on. */
  let left: Sentence[] = []
  /** How many answers had to wait for what was not heard. */
  let answers = 0
  /** A menu or a screening service listens. */
  let isForMachine = false

  function speak(text: string, sentences: () => Sentence[]): void {
    left = []
    current = { generation: say(text), text, sentences }
  }

  /** The model has to say these itself. */
  function giveUp(sentences: readonly Sentence[]): void {
    const text = sentences.map((sentence) => sentence.text).join(' ')
    if (text === '') return
    record.happened(`The customer has not heard this part of your greeting: “${text.slice(0, longestUnheard)}”`)
  }

  return {
    begin(): void {
      if (settings.greeting !== undefined) speak(settings.greeting, () => sentencesOf(settings))
    },
    /** Whether a person is on the line who has not heard what is owed, and it is not being said. */
    isOwed: () => !isForMachine && !isMachine() && left.some(({ kind }) => kind !== 'rest'),
    /** Says what was not heard; before an answer, only what is owed. */
    resume({ isBeforeAnswer }: { isBeforeAnswer: boolean }): void {
      if (isBeforeAnswer) answers++
      const isSaid = ({ kind }: Sentence): boolean =>
        kind === 'disclosure' || !isBeforeAnswer || (kind === 'purpose' && answers <= maxAnswers)
      const said = left.filter(isSaid)
      giveUp(left.filter((sentence) => !isSaid(sentence)))
      left = []
      if (said.length > 0) speak(said.map(({ text }) => text).join(' '), () => said)
    },
    /** The speech of a generation was interrupted. */
    interrupted(generation: number, segments: readonly HeardSegment[]): void {
      if (generation !== current?.generation || segments.every(({ isHeard }) => isHeard)) return
      const { text, sentences } = current
      const heard = segments.map(({ heardText }) => heardText).join(' ').length
      left = sentences()
      for (let at = 0; left.length > 0; left = left.slice(1)) {
        at = text.indexOf(left[0]!.text, at) + left[0]!.text.length
        if (at > heard) return
      }
    },
    /** A machine was talking, so the person that it puts through has not heard the disclosure. */
    heardByMachine(): void {
      isForMachine = true
      const disclosure = sentencesOf(settings).filter(({ kind }) => kind === 'disclosure')
      left = [...disclosure, ...left.filter(({ kind }) => kind !== 'disclosure')]
    },
    heardByPerson(): void {
      isForMachine = false
    },
  }
}

function sentencesOf({ greeting = '', disclosure = '', direction, language }: OpeningOptions['settings']): Sentence[] {
  const message = greeting.slice(disclosure.length)
  const purposeLength = direction === 'outbound' ? owedCharacters : 0
  const segments = [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(message)]
  const sentences = segments.map(({ segment, index }): Sentence => {
    return { text: segment.trim(), kind: index < purposeLength ? 'purpose' : 'rest' }
  })
  return [{ text: disclosure, kind: 'disclosure' as const }, ...sentences].filter(({ text }) => text !== '')
}
