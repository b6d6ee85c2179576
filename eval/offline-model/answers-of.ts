// Asks the offline model the questions of a business, and decides which answers are right.
import { createOfflineModel, offlineRef } from '#server/models/offline/offline-model.ts'
import type { ChatMessage } from '#server/ports/language-model.ts'
import { listen } from '#testing/suites/language-model.ts'
import type { Business, Question } from './businesses.ts'

const setup = { model: createOfflineModel(), ref: offlineRef, async [Symbol.asyncDispose]() {} }

const time = 'It is now Wednesday, 3 June 2026, 11:20 in the time zone Europe/Oslo (UTC+02:00).'
const builtInFacts = { current_date: '2026-06-03', current_time: '11:20', current_weekday: 'Wednesday' }
const maxCharacters = 300

const unknown = { en: /don.t know|do not know/, de: /weiß ich leider nicht/, fr: /je ne sais pas/, es: /no lo sé/ }

export interface Answered extends Question {
  answer: string
  isRight: boolean
}

export async function answersOf({ name, language, prompt, questions }: Business): Promise<Answered[]> {
  const facts = { ...builtInFacts, assistant_name: name }
  const all = questions.flatMap(({ contains = [] }) => contains)
  const answered: Answered[] = []
  let messages: ChatMessage[] = []
  for (const question of questions) {
    if (!question.isFollowUp) messages = [{ role: 'system', content: `${prompt}\n\n${time}` }]
    messages.push({ role: 'user', content: question.question })
    const { text: answer } = await listen(setup, { messages, facts, isSpoken: true })
    messages.push({ role: 'assistant', content: answer })
    answered.push({ ...question, answer, isRight: isRight(question, { answer, all, unknown: unknown[language] }) })
  }
  return answered
}

function isRight(
  { contains = [], excludes = [], isUnknown = false }: Question,
  { answer, all, unknown }: { answer: string; all: readonly string[]; unknown: RegExp },
): boolean {
  const has = (pattern: string) => new RegExp(pattern, 'i').test(answer)
  if (isUnknown) return unknown.test(answer) && !all.some(has)
  return answer.length <= maxCharacters && !unknown.test(answer) && contains.every(has) && !excludes.some(has)
}

export const shareOf = (answers: readonly Answered[]): number =>
  answers.filter(({ isRight }) => isRight).length / answers.length
