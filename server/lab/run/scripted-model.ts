// The scripted model of a scenario: chooses the answer to each request.
import type { ChatMessage } from '#server/ports/language-model.ts'
import type { ScriptedAnswer, ScriptedRequest } from '#server/voice/virtual/virtual-mode.ts'
import { joinDictation } from '#server/voice/words-and-sounds/dictation.ts'
import type { Scenario, ScriptedReply } from '../scenario/schema.ts'

export const noAnswerLeft = (question: string): string =>
  `The scenario has no answer left for “${question.slice(0, 200)}”. Add one to \`answers\`.`

/** The same question gets the same answer until it was delivered, because an answer can be prepared more than once. */
export function createScriptedModel(
  { answers, timing, language }: Pick<Scenario, 'answers' | 'timing' | 'language'>,
  { exhausted }: { exhausted(question: string): void },
) {
  const left = answers.map(({ times = 1, repeat }) => (repeat ? Number.POSITIVE_INFINITY : times))
  let calls = 0

  /** An answer with a fitting `when` comes before the others. */
  function choose(words: string): number {
    const spoken = words.toLowerCase()
    // The model gets the words of a dictation put together.
    const fits = ({ when }: ScriptedReply): boolean =>
      when !== undefined &&
      [when, joinDictation(when, undefined, language)].some((one) => spoken.includes(one.toLowerCase()))
    const named = answers.findIndex((answer, index) => left[index]! > 0 && fits(answer))
    return named >= 0 ? named : answers.findIndex(({ when }, index) => left[index]! > 0 && when === undefined)
  }

  return ({ history }: ScriptedRequest): ScriptedAnswer => {
    const words = lastWordsOf(history)
    const index = choose(words)
    const answer = answers[index]
    if (!answer) {
      exhausted(words)
      return { afterMs: 0, failsAfter: 0 }
    }
    const delayMs = answer.after_ms === undefined ? timing.model_ms : answer.after_ms
    const segments = answer.say ?? []
    return {
      afterMs: delayMs ?? Number.POSITIVE_INFINITY,
      segments,
      toolCalls: (answer.call ?? []).map((call) => ({
        id: `call-${++calls}`,
        name: call.tool,
        arguments: call.with ?? {},
      })),
      ...(answer.fails && { failsAfter: segments.length }),
      model: 'scripted',
      delivered: () => {
        left[index]!--
      },
    }
  }
}

/** The last message, in which tools answer or the customer speaks. */
function lastWordsOf(history: readonly ChatMessage[]): string {
  return history.at(-1)?.content ?? ''
}
