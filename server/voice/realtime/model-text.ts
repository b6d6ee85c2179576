// The speech of a realtime model that writes: a synthesizer speaks its text.
import { createWrittenAnswers, type WrittenAnswer } from '../pipeline/written-answers.ts'
import type { Output, OutputOptions } from './output.ts'

/** One round of an answer. */
interface Round {
  generation: number
  items: string[]
  text: string
  answer: WrittenAnswer
  isOver: boolean
}

export function createModelText({ listener, voice, session }: OutputOptions): Output {
  const answers = createWrittenAnswers(voice, listener)
  let round: Round | undefined

  return {
    itemStarted(generation, item) {
      if (round?.generation !== generation || round.isOver)
        round = { generation, items: [], text: '', answer: answers.open(generation), isOver: false }
      round.items.push(item)
    },
    itemText(generation, _item, delta) {
      if (round?.generation !== generation) return
      round.text += delta
      round.answer.add(delta)
    },
    itemAudio() {},
    itemDone() {},
    answered(generation) {
      if (round?.generation !== generation || round.isOver) return ''
      round.isOver = true
      round.answer.end()
      return round.text
    },
    failed: () => false,
    lost() {
      round = undefined
      return []
    },
    say(generation, segment, text) {
      answers.say(generation, segment, text)
      return false
    },
    cancel: answers.cancel,
    interrupted(generation, segments) {
      if (round?.generation !== generation || segments.every(({ isHeard }) => isHeard)) return
      const heardMs = segments.reduce((sum, part) => sum + part.heardMs, 0)
      const heardText = segments
        .map((part) => part.heardText)
        .filter((text) => text !== '')
        .join(' ')
      const last = round.items.at(-1)
      for (const item of round.items)
        session()?.truncate(item, item === last ? { heardMs, heardText } : { heardMs: 0, heardText: '' })
      round = undefined
    },
    close: answers.close,
  }
}
