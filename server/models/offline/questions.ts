// Finds the questions that the prompt tells the offline model to ask, and the next of them.
import type { ChatMessage } from '#server/ports/language-model.ts'

const asks = /\b(?:ask|asks)\b/i
const quoted = /["“„«]([^"“”„«»\n]{2,200}\?)["“”»]/gu

/** The quoted questions of lines such as `Ask: "When do you open?", "Where are you?"`. */
export function questionsOf(prompt: string): string[] {
  const lines = prompt.split('\n').filter((line) => asks.test(line))
  return lines.flatMap((line) => [...line.matchAll(quoted)].map(([, question = '']) => question))
}

/** Undefined if there are no questions, or all of them were asked. */
export function nextQuestion(prompt: string, messages: readonly ChatMessage[]): string | undefined {
  const said = messages.flatMap((message) => (message.role === 'assistant' ? [message.content] : []))
  return questionsOf(prompt).find((question) => !said.some((text) => text.includes(question)))
}
