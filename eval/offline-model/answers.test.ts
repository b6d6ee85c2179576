// Asks the offline model the questions of the businesses, and counts the right answers.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createOfflineModel, offlineRef } from '#server/models/offline/offline-model.ts'
import type { ChatMessage } from '#server/ports/language-model.ts'
import { listen } from '#testing/suites/language-model.ts'
import { type Business, type Question, readBusinesses } from './businesses.ts'

const businesses = await readBusinesses('businesses')
const nearBusinesses = await readBusinesses('near-questions')
const kinds = ['day', 'other', 'person'] as const

const setup = { model: createOfflineModel(), ref: offlineRef, async [Symbol.asyncDispose]() {} }

const time = 'It is now Wednesday, 3 June 2026, 11:20 in the time zone Europe/Oslo (UTC+02:00).'
const builtInFacts = { current_date: '2026-06-03', current_time: '11:20', current_weekday: 'Wednesday' }
const maxCharacters = 300

const unknown = { en: /don.t know|do not know/, de: /weiß ich leider nicht/, fr: /je ne sais pas/, es: /no lo sé/ }

interface Answered extends Question {
  answer: string
  isRight: boolean
}

async function answersOf({ name, language, prompt, questions }: Business): Promise<Answered[]> {
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

const shareOf = (answers: readonly Answered[]): number =>
  answers.filter(({ isRight }) => isRight).length / answers.length

/** The wrong answers of businesses that are kept apart are only shown on request. */
function showWrong(t: TestContext, answers: readonly Answered[], isKeptApart: boolean): void {
  if (isKeptApart && !process.env['SHOW_ANSWERS']) return
  for (const { question, answer, isRight } of answers) if (!isRight) t.diagnostic(`  ${question} → ${answer}`)
}

describe('the offline model answers for a business', () => {
  for (const [isKeptApart, minShare] of [
    [false, 0.9],
    [true, 0.8],
  ] as const)
    it(isKeptApart ? 'that was kept apart' : 'that it was developed with', async (t) => {
      const half = businesses.filter((business) => business.isKeptApart === isKeptApart)
      const all: Answered[] = []
      for (const business of half) {
        const answers = await answersOf(business)
        const known = answers.filter(({ isUnknown }) => !isUnknown)
        const others = answers.filter(({ isUnknown }) => isUnknown)
        const right = (some: readonly Answered[]) => `${some.filter(({ isRight }) => isRight).length}/${some.length}`
        t.diagnostic(`${business.name}: ${right(known)} answered right, ${right(others)} not known`)
        showWrong(t, answers, isKeptApart)
        all.push(...answers)
      }
      assert.ok(shareOf(all) >= minShare, `${(100 * shareOf(all)).toFixed(0)} %`)
    })
})

it('the set has ten businesses with twenty questions each, three of them kept apart', () => {
  assert.equal(businesses.filter(({ isKeptApart }) => isKeptApart).length, 3)
  assert.equal(businesses.length, 10)
  for (const { name, questions } of businesses) {
    assert.equal(questions.length, 20, name)
    assert.equal(questions.filter(({ isUnknown }) => isUnknown).length, 4, name)
    for (const { question, contains, isUnknown } of questions)
      assert.equal(contains === undefined, isUnknown ?? false, question)
  }
})

describe('the offline model answers questions that a statement nearly answers', () => {
  for (const [isKeptApart, minShare] of [
    [false, 0.9],
    [true, 0.8],
  ] as const)
    it(isKeptApart ? 'for businesses that were kept apart' : 'for those that it was developed with', async (t) => {
      const all: Answered[] = []
      for (const business of nearBusinesses)
        if (business.isKeptApart === isKeptApart) all.push(...(await answersOf(business)))
      for (const kind of kinds) {
        const answers = all.filter((answer) => answer.kind === kind)
        t.diagnostic(`${kind}: ${answers.filter(({ isRight }) => isRight).length}/${answers.length}`)
      }
      showWrong(t, all, isKeptApart)
      assert.ok(shareOf(all) >= minShare, `${(100 * shareOf(all)).toFixed(0)} %`)
    })
})

it('the set has ten questions of each kind, half of the businesses are kept apart', () => {
  const questions = nearBusinesses.flatMap((business) => business.questions)
  for (const kind of kinds) assert.equal(questions.filter((question) => question.kind === kind).length, 10, kind)
  assert.equal(nearBusinesses.filter(({ isKeptApart }) => isKeptApart).length, nearBusinesses.length / 2)
})
