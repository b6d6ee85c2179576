// The speech of a realtime model that writes: a synthesizer speaks its text.
import type { HeardSegment } from '../engine/mode.ts'
import { createWrittenAnswers, type WrittenAnswer } from '../pipeline/written-answers.ts'
import type { Output, OutputOptions } from './output.ts'

/** The rounds of older answers are no longer interrupted. */
const maxRounds = 20

/** One round of an answer. */
interface Round {
  generation: number
  items: string[]
  text: string
  answer: WrittenAnswer
  isOver: boolean
}

export function createModelText({ listener, voice, spoken, session }: OutputOptions): Output {
  const answers = createWrittenAnswers(voice, spoken, listener)
  /** In the order in which they are spoken. */
  let rounds: Round[] = []

  const findOpen = (generation: number): Round | undefined =>
    rounds.findLast((round) => round.generation === generation && !round.isOver)

  function open(generation: number): Round {
    const round = { generation, items: [], text: '', answer: answers.open(generation), isOver: false }
    rounds = [...rounds, round].slice(-maxRounds)
    return round
  }

  function truncate({ items }: Round, heard: readonly HeardSegment[]): void {
    const heardMs = heard.reduce((sum, part) => sum + part.heardMs, 0)
    const heardText = heard
      .map((part) => part.heardText)
      .filter((text) => text !== '')
      .join(' ')
    const last = items.at(-1)
    for (const item of items)
      session()?.truncate(item, item === last ? { heardMs, heardText } : { heardMs: 0, heardText: '' })
  }

  return {
    itemStarted(generation, item) {
      const round = findOpen(generation) ?? open(generation)
      round.items.push(item)
    },
    itemText(generation, _item, delta) {
      const round = findOpen(generation)
      if (!round) return
      round.text += delta
      round.answer.add(delta)
    },
    itemAudio() {},
    itemDone() {},
    answered(generation) {
      const round = findOpen(generation)
      if (!round) return ''
      round.isOver = true
      round.answer.end()
      return round.text
    },
    failed: () => false,
    lost() {
      rounds = []
      return []
    },
    say(generation, segment, text) {
      answers.say(generation, segment, text)
      return false
    },
    cancel: answers.cancel,
    /** Called for each round that was not heard to its end. */
    interrupted(generation, segments) {
      if (segments.every(({ isHeard }) => isHeard)) return
      const isCut = (round: Round): boolean =>
        round.generation === generation &&
        (round.answer.segments.size === 0 || segments.some(({ segment }) => round.answer.segments.has(segment)))
      for (const round of rounds.filter(isCut))
        truncate(
          round,
          segments.filter(({ segment }) => round.answer.segments.has(segment)),
        )
      rounds = rounds.filter((round) => !isCut(round))
    },
    close: answers.close,
  }
}
