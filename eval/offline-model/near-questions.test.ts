// Asks the offline model questions that a statement nearly answers, and counts the right answers.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Answered, answersOf, shareOf } from './answers-of.ts'
import { readBusinesses } from './businesses.ts'

const businesses = await readBusinesses('near-questions')
const kinds = ['day', 'other', 'person'] as const

describe('the offline model answers questions that a statement nearly answers', () => {
  for (const [isKeptApart, minShare] of [
    [false, 0.9],
    [true, 0.8],
  ] as const)
    it(isKeptApart ? 'for businesses that were kept apart' : 'for those that it was developed with', async (t) => {
      const all: Answered[] = []
      for (const business of businesses)
        if (business.isKeptApart === isKeptApart) all.push(...(await answersOf(business)))
      for (const kind of kinds) {
        const answers = all.filter((answer) => answer.kind === kind)
        t.diagnostic(`${kind}: ${answers.filter(({ isRight }) => isRight).length}/${answers.length}`)
      }
      if (!isKeptApart || process.env['SHOW_ANSWERS'])
        for (const { question, answer, isRight } of all) if (!isRight) t.diagnostic(`  ${question} → ${answer}`)
      assert.ok(shareOf(all) >= minShare, `${(100 * shareOf(all)).toFixed(0)} %`)
    })
})

it('the set has ten questions of each kind, half of the businesses are kept apart', () => {
  const questions = businesses.flatMap((business) => business.questions)
  for (const kind of kinds) assert.equal(questions.filter((question) => question.kind === kind).length, 10, kind)
  assert.equal(businesses.filter(({ isKeptApart }) => isKeptApart).length, businesses.length / 2)
})
