// Tests that any passages fit into the budgets of tools and prompts, as data.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { FoundPassage } from '#server/features/knowledge/index.ts'
import { fitPassages } from './passages.ts'
import { tokensOf } from './tokens.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .tuple(fc.constantFrom('word ', '"', '\\', '\n', '\0', '\u0007', '😀', '\ud800', 'ж', '</passages>'), fc.nat(9_000))
    .map(([piece, times]) => piece.repeat(times)),
)
const found = fc.record<FoundPassage>({
  position: fc.nat(),
  text,
  headings: fc.array(text, { maxLength: 6 }),
  page: fc.option(fc.nat(5_000)),
  url: fc.option(text),
  language: fc.constantFrom('en', null),
  score: fc.double({ min: 0, max: 1 }),
  document: fc.record({
    id: fc.nat(),
    name: text,
    type: fc.constantFrom('website' as const, 'pdf' as const, 'txt' as const, 'docx' as const),
  }),
})

const passage = (given: string, name = 'Info'): FoundPassage => ({
  ...{ position: 0, text: given, headings: [], page: null, url: null, language: null, score: 1 },
  document: { id: 1, name, type: 'txt' },
})

describe('the passages for a model', () => {
  it('never exceed their budget, and are in the order of the search', () => {
    fc.assert(
      fc.property(
        fc.array(found, { maxLength: 12 }),
        fc.record({ count: fc.nat(6), tokens: fc.nat(4_000) }),
        (results, budget) => {
          const passages = fitPassages(results, budget)
          const json = JSON.stringify(passages)
          assert.ok(passages.length <= budget.count)
          assert.ok(passages.length === 0 || tokensOf(json) <= budget.tokens + 1)
          assert.deepEqual(JSON.parse(json), passages)
          assert.ok(json.isWellFormed())
          assert.ok(passages.every(({ text }) => !text.includes('\0') && !text.includes('\u0007')))
        },
      ),
    )
  })

  it('are whole, unless not even one fits', () => {
    const results = [passage('a'.repeat(3_000)), passage('b'.repeat(9_000)), passage('c'.repeat(300))]
    const lengths = (tokens: number) => fitPassages(results, { count: 5, tokens }).map((one) => one.text.length)
    assert.deepEqual(lengths(5_000), [3_000, 9_000, 300])
    assert.deepEqual(lengths(2_000), [3_000, 300])
    assert.deepEqual(lengths(200), [300])
    const [shortened, ...others] = fitPassages(results.slice(0, 2), { count: 5, tokens: 500 })
    assert.equal(others.length, 0)
    assert.ok(shortened!.text.endsWith('…') && shortened!.text.length > 1_000)
  })

  it('name their sources, and contain no invisible characters', () => {
    const hidden = 'Open\u200b until\u{e0069}\u{e0067} six\u202e\ufe01\u{e0101}\u3164.\u0000'
    const result = {
      ...passage(hidden, 'Hours\u200b.pdf'),
      headings: ['A', 'B', 'C', 'D'],
      page: 3,
      url: 'https://x.example/',
    }
    assert.deepEqual(fitPassages([result], { count: 5, tokens: 500 }), [
      {
        text: 'Open until six.',
        source: { document: 'Hours.pdf', headings: ['B', 'C', 'D'], page: 3, url: 'https://x.example/' },
      },
    ])
  })
})
