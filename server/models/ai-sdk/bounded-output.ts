// Limits the text, the tool calls and the nesting of tool arguments in an answer.
import { isNestedDeeper } from '#server/platform/text/json-depth.ts'
import type { GenerationEvent } from '#server/ports/language-model.ts'
import { answerTooLongFailure, badToolCallFailure } from './failure.ts'

/** Several times the text of 4,096 tokens, so only a malfunctioning model reaches it. */
const maxCharacters = 50_000
const maxToolCalls = 32

/** Adding more than the limits throws. */
export function openOutputBudget() {
  let characters = 0
  let calls = 0
  return {
    take(count: number): void {
      characters += count
      if (characters > maxCharacters) throw answerTooLongFailure()
    },
    takeCall(): void {
      calls++
      if (calls > maxToolCalls) throw answerTooLongFailure()
    },
  }
}

/** Ends `events` and the connection to the vendor when the answer exceeds a limit. */
export async function* boundOutput(events: AsyncIterable<GenerationEvent>): AsyncGenerator<GenerationEvent> {
  const budget = openOutputBudget()
  for await (const event of events) {
    if (event.type === 'text') budget.take(event.delta.length)
    if (event.type === 'tool-call') {
      const { id, name, arguments: args } = event.call
      budget.takeCall()
      if (isNestedDeeper(args)) throw badToolCallFailure('nested too deeply')
      budget.take(id.length + name.length + JSON.stringify(args).length)
    }
    yield event
  }
}
