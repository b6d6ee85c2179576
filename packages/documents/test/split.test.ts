// Tests of the division of Markdown into passages.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { estimateTokens } from '../src/split/estimate-tokens.ts'
import type { Passage } from '../src/split/passage.ts'
import { splitSections } from '../src/split/split-blocks.ts'
import { assertLinear } from './linear-time.ts'

const split = (markdown: string): Passage[] => [...splitSections([{ markdown, page: null }])]
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []
const sentences = (count: number, word = 'bread'): string =>
  Array.from(
    { length: count },
    (_, index) => `We bake ${word} number ${index} every morning before the shop opens.`,
  ).join(' ')

function assertSizes(passages: Passage[]): void {
  for (const { text, headings } of passages) {
    assert.ok(text.trim() !== '')
    assert.ok(estimateTokens(text) + headings.reduce((sum, one) => sum + estimateTokens(one), 0) <= 512, text)
  }
}

describe('splitting', () => {
  it('keeps the path of headings', () => {
    const passages = split(`# Returns\n\n${sentences(20)}\n\n## Deadlines\n\n${sentences(20, 'cake')}`)
    assert.deepEqual(
      passages.map(({ headings }) => headings),
      [['Returns'], ['Returns', 'Deadlines']],
    )
    assert.ok(!passages[1]!.text.includes('#'))
    assert.equal(passages[0]!.language, 'en')
  })

  it('merges short sections under the same parent, with their headings', () => {
    const [passage, ...others] = split('# Shop\n\n## Hours\n\nFrom 8 to 18.\n\n## Phone\n\n030 123456')
    assert.deepEqual(others, [])
    assert.deepEqual(passage!.headings, ['Shop'])
    assert.equal(passage!.text, '## Hours\n\nFrom 8 to 18.\n\n## Phone\n\n030 123456')
  })

  it('does not merge sections of different parents', () => {
    const passages = split(`# A\n\n## One\n\nText.\n\n# B\n\n## Two\n\nText.`)
    assert.deepEqual(
      passages.map(({ headings }) => headings.join('/')),
      ['A/One', 'B/Two'],
    )
  })

  it('repeats whole sentences of the passage before', () => {
    const passages = split(sentences(100))
    assertSizes(passages)
    for (const [index, { text }] of passages.entries()) {
      if (index === 0) continue
      const first = `${text.split('. ')[0]}.`
      assert.match(first, /^We bake/)
      assert.ok(passages[index - 1]!.text.includes(first))
    }
  })

  it('repeats the header of a table in each passage', () => {
    const rows = Array.from({ length: 200 }, (_, index) => `| Cake ${index} | ${index}.50 € |`).join('\n')
    const passages = split(`# Prices\n\n| Product | Price |\n| --- | --- |\n${rows}`)
    assert.ok(passages.length > 2)
    for (const { text } of passages) assert.match(text, /^\| Product \| Price \|\n\| --- \| --- \|\n\| Cake/)
    assertSizes(passages)
  })

  it('keeps headings without text', () => {
    assert.deepEqual(
      split('# A\n\n# B').map(({ text }) => text),
      ['# A\n\n# B'],
    )
  })

  it('ends passages with their page, so that each has the right number', () => {
    const pages = ['# Kiosk\n\nOpen from 6 to 22.\n', 'Coffee costs 2 euros. Tea is', 'cheaper. Juice costs 3 euros.\n']
    const passages = [...splitSections(pages.map((markdown, index) => ({ markdown, page: index + 1 })))]
    assert.deepEqual(
      passages.map(({ page, text, headings }) => [page, text, headings.join()]),
      [
        [1, 'Open from 6 to 22.', 'Kiosk'],
        [2, 'Coffee costs 2 euros. Tea is\ncheaper.', 'Kiosk'],
        [3, 'Juice costs 3 euros.', 'Kiosk'],
      ],
    )
  })

  const paragraph = fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 60 }), fc.boolean())

  it('gives each sentence the number of the page on which it begins', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(paragraph, { maxLength: 6 }), { maxLength: 6 }),
        fc.boolean(),
        (pages, continues) => {
          const sections = pages.map((paragraphs, index) => {
            const texts = paragraphs.map(([level, count, isTable]) => {
              const text = (from: number) =>
                `This is sentence ${from} of page ${index + 1}, and it is as long as others.`
              const all = Array.from({ length: count }, (_, each) => text(each))
              if (isTable)
                return ['| Text | Number |', '| --- | --- |', ...all.map((one) => `| ${one} | 1 |`)].join('\n')
              return level === 0 ? all.join(' ') : `${'#'.repeat(level)} Heading\n\n${all.join(' ')}`
            })
            return { markdown: texts.join('\n\n') + (continues ? '' : '\n'), page: index + 1 }
          })
          const passages = [...splitSections(sections)]
          assertSizes(passages)
          for (const { text, page } of passages) {
            const found = new Set([...text.matchAll(/of page (\d+)/g)].map(([, number]) => Number(number)))
            assert.deepEqual([...found], [page])
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('detects the language of each passage', () => {
    const german = 'Wir sind von Montag bis Freitag zwischen neun und achtzehn Uhr für Sie da. '.repeat(20)
    const passages = split(`# One\n\n${german}\n\n# Two\n\n${sentences(20)}`)
    assert.deepEqual(
      passages.map(({ language }) => language),
      ['de', 'en'],
    )
  })

  const line = fc.oneof(
    fc.lorem({ maxCount: 60, mode: 'words' }),
    fc.lorem({ maxCount: 12, mode: 'sentences' }),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.lorem({ maxCount: 4 }))
      .map(([level, text]) => `${'#'.repeat(level)} ${text}`),
    fc.lorem({ maxCount: 4 }).map((text) => `- ${text}`),
    fc.lorem({ maxCount: 4 }).map((text) => `| ${text} | 1 |`),
    fc.constantFrom('', '', '| --- | --- |', '```', '营业时间是周一至周五。我们周末休息。'.repeat(10)),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
  )

  it('loses no word, and keeps the sizes', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 80 }), (lines) => {
        const passages = split(lines.join('\n'))
        assertSizes(passages)
        const found = new Set(passages.flatMap(({ text, headings }) => wordsOf([...headings, text].join('\n'))))
        for (const word of wordsOf(lines.join('\n'))) assert.ok(found.has(word), word)
      }),
      { numRuns: 300 },
    )
  })

  const hostile: Record<string, string> = {
    'a megabyte without spaces': 'x'.repeat(1_000_000),
    'a line of 5 MB': sentences(75_000),
    '100,000 headings': '# Heading\n'.repeat(100_000),
    '100,000 headings of all levels': Array.from(
      { length: 100_000 },
      (_, index) => `${'#'.repeat(1 + (index % 6))} H${index}\n`,
    ).join(''),
    '100,000 list items': '- item\n'.repeat(100_000),
    '100,000 table rows': `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(100_000)}`,
    'a table row of 1 MB': `|a|b|\n|-|-|\n|${'x '.repeat(500_000)}|`,
    'a megabyte of line feeds': '\n'.repeat(1_000_000),
    'a megabyte of number signs': '#'.repeat(1_000_000),
    'a megabyte of spaces': `# ${' '.repeat(1_000_000)}`,
  }
  for (const [name, markdown] of Object.entries(hostile))
    it(`splits ${name} in linear time`, () => {
      assertSizes(split(markdown))
      assertLinear(markdown, split)
    })
})
