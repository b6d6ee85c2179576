// Tests the public FAQs and the questions to them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFaqQuestions, readFaqs, withoutQuestions } from './faqs.ts'
import { normalizeText } from './questions.ts'

const faqs = await readFaqs()
const questions = await readFaqQuestions(faqs)

test('There are questions of every kind, and headings in five languages', () => {
  const headings = questions.filter(({ kind }) => kind === 'heading')
  assert.deepEqual([...new Set(headings.map(({ language }) => language))].sort(), ['de', 'en', 'fr', 'it', 'pt'])
  for (const [kind, least] of Object.entries({ heading: 750, spoken: 55, paraphrase: 40, foreign: 20 }))
    for (const isHeldOut of [false, true]) {
      const half = questions.filter((question) => question.kind === kind && question.isHeldOut === isHeldOut)
      assert.ok(half.length >= Math.floor(least / 2), `${kind}: ${half.length}`)
    }
})

test('Every answer is in one place of its FAQ, also without the questions', () => {
  const texts = new Map(faqs.map(({ name, text }) => [name, normalizeText(text)]))
  const removed = new Map(faqs.map(({ name, text }) => [name, normalizeText(withoutQuestions(text))]))
  for (const { faq, answer, heading } of questions) {
    assert.equal(texts.get(faq)!.split(answer).length, 2, answer)
    assert.equal(removed.get(faq)!.split(answer).length, 2, answer)
    assert.ok(!removed.get(faq)!.includes(`${heading} ${answer}`), heading)
  }
})
