// The questions that a prompt asks the offline model to put to the customer.
import type { ChatMessage } from '#server/ports/language-model.ts'
import { speakable } from './speakable.ts'

/** The imperative at the beginning of a sentence; "if a caller asks" is none. */
const asks =
  /(?:^|[.!?:;]["”»]?\s|\d[.)]\s?|[-*+•]\s?)\s{0,3}(?:(?:please|then|and|first|next|finally|always|bitte|dann|zuerst|immer)\s){0,3}(?:ask|frage?n?|demandez?)\b/i
const condition = /(?<=^|[.!?]["”»]?\s{1,3})(?:if|when|whenever|wenn|falls|si|quand)\b.*$/i
const quoted = /["“„«]([^"“”„«»\n]{2,200}\?)\s?["“”»]/gu

/** The quoted questions of lines such as `Ask: "When do you open?", "Where are you?"`. */
export function questionsOf(prompt: string): string[] {
  const lines = prompt
    .split('\n')
    .map((line) => line.replace(condition, ''))
    .filter((line) => asks.test(line))
  return lines.flatMap((line) =>
    [...line.matchAll(quoted)].map(([, question = '']) => withPlainSpaces(question).trim()),
  )
}

/** French has no-break spaces, which are lost when a text is spoken. */
const withPlainSpaces = (text: string): string => text.replace(/\s/g, ' ')

/** As a voice says it, so that formatted questions are not asked again. */
const asSaid = (text: string): string => withPlainSpaces(speakable(text, { toolNames: [], isSpoken: true }))

/** The prompt tells the assistant to end the call after its last question. */
export const endsAfterQuestions = (prompt: string): boolean =>
  /\b(?:after the last (?:question|answer)|nach der letzten (?:frage|antwort)|apr[eè]s la derni[eè]re (?:question|r[eé]ponse))\b[^.\n]{0,120}\b(?:end|hang up|beende|lege? auf|mettez fin|raccroche)/i.test(
    prompt,
  )

export const hasAskedAll = (prompt: string, messages: readonly ChatMessage[]): boolean =>
  questionsOf(prompt).length > 0 && nextQuestion(prompt, messages) === undefined

/** Undefined if there are no questions, or all of them were asked. */
export function nextQuestion(prompt: string, messages: readonly ChatMessage[]): string | undefined {
  const questions = questionsOf(prompt)
  if (questions.length === 0) return undefined
  const said = messages.filter(({ role }) => role === 'assistant').map(({ content }) => asSaid(content))
  return questions.find((question) => !said.some((text) => text.includes(asSaid(question))))
}
