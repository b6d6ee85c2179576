// Asks the offline model the questions of the businesses, and counts the right answers.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Answered, answersOf, shareOf } from './answers-of.ts'
import { readBusinesses } from './businesses.ts'

const businesses = await readBusinesses('businesses')
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
        if (!isKeptApart || process.env['SHOW_ANSWERS'])
          for (const { question, answer, isRight } of answers) if (!isRight) t.diagnostic(`  ${question} → ${answer}`)
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
