// Tests the documents and questions that measure knowledge search.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDocuments, normalizeText, readDocument, readQuestions, readText } from './questions.ts'
import { sharedStems } from './shared-stems.ts'

const questions = await readQuestions()
const texts = new Map(
  await Promise.all((await listDocuments()).map(async (name) => [name, await readText(name)] as const)),
)
const count = (filter: (question: (typeof questions)[number]) => boolean): number => questions.filter(filter).length

test('There are enough documents of every format, of a realistic length', async () => {
  const endings = new Set([...texts.keys()].map((name) => name.replace(/^.*\./, '')))
  assert.deepEqual([...endings].sort(), ['docx', 'html', 'md', 'pdf', 'txt'])
  assert.ok(texts.size >= 32)
  for (const [name, text] of texts) {
    const words = normalizeText(text).split(' ').length
    assert.ok(words >= 600 && words <= 2_500, `${name} has ${words} words`)
  }
  const sizes = await Promise.all([...texts.keys()].map(async (name) => (await readDocument(name)).length))
  assert.ok(sizes.reduce((sum, size) => sum + size) < 3e6)
})

test('There are enough questions of every kind and language', () => {
  assert.ok(count(({ kind }) => kind === 'direct') >= 160)
  assert.ok(count(({ kind, language }) => kind === 'paraphrase' && language === 'en') >= 60)
  for (const language of ['de', 'fr', 'es'])
    assert.ok(count((question) => question.language === language && question.kind === 'direct') >= 30, language)
})

test('Every question and every id occurs once, and every document has questions', () => {
  assert.equal(new Set(questions.map(({ id }) => id)).size, questions.length)
  assert.equal(new Set(questions.map(({ question }) => question)).size, questions.length)
  assert.deepEqual([...new Set(questions.map(({ document }) => document))].sort(), [...texts.keys()])
})

test('Every answer is in one place of its document', () => {
  for (const { id, document, answer } of questions) {
    const parts = normalizeText(texts.get(document)!).split(normalizeText(answer))
    assert.equal(parts.length, 2, `${id}: ${answer}`)
  }
})

test('Paraphrases share no word with the paragraph that answers them, nor with its headings', () => {
  for (const question of questions.filter(({ kind }) => kind === 'paraphrase'))
    assert.deepEqual(sharedStems(question, texts.get(question.document)!), [], question.question)
})

test('A direct question shares words with its paragraph, also in another inflection', () => {
  const question = { id: '', language: 'en', document: '', kind: 'direct', answer: 'within ten days' } as const
  const text = '# Refunds\n\nRefunds are paid within ten days.\n\n# Returns\n\nParcels are free.'
  assert.deepEqual(sharedStems({ ...question, question: 'When is the refund for my parcel paid?' }, text), [
    'refund',
    'paid',
  ])
})
