// Tests of the words for the full-text index.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { searchTerms } from '../src/index.ts'
import { assertLinear } from './linear-time.ts'

describe('search terms', () => {
  const cases: [text: string, terms: string][] = [
    ['Öffnungszeiten: Montag–Freitag', 'öffnungszeiten montag freitag'],
    ['Straße Ærø Łódź œuvre Þing', 'strasse aero lódź oeuvre thing'],
    ['Ёлка Ἀθῆναι', 'ёлка ἀθῆναι'],
    ['part AB-1234/X', 'part ab 1234 x ab1234x'],
    ['3.5mm', '3 5mm 5 mm 35mm'],
    ['NBR70 12x2', 'nbr70 nbr 70 12x2 12 x 2'],
    ['e-mail', 'e mail email'],
    ['info@example.com', 'info example com'],
    ['+49 30 1234567', '49 30 1234567 49301234567'],
    ['fi ½ ①', 'fi 1 2 12 1'],
    ['pass\u200bword p\u00adq', 'password pq'],
    ['が 한국어', 'が 한국어'],
    ['', ''],
    ['!?', ''],
  ]
  for (const [text, terms] of cases)
    it(`makes ${JSON.stringify(terms)} of ${JSON.stringify(text)}`, () => {
      assert.equal(searchTerms(text), terms)
    })

  it('separates the words of scripts without spaces', () => {
    assert.ok(searchTerms('我们的营业时间是周一至周五').split(' ').includes('时间'))
    assert.ok(searchTerms('東京都に住んでいます').split(' ').length > 2)
    assert.ok(searchTerms('เวลาทำการของเรา').split(' ').length > 2)
  })

  it('cuts words at 60 characters', () => {
    assert.equal(searchTerms('a'.repeat(100)), 'a'.repeat(60))
  })

  it('contains only letters, digits and single spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const terms = searchTerms(text)
        assert.match(terms, /^(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?: |$))*$/u)
        assert.ok(!terms.endsWith(' '))
        for (const term of terms.split(' ')) assert.ok(term.length <= 60)
      }),
      { numRuns: 1_000 },
    )
  })

  it('finds the same words in a query in other spelling', () => {
    assert.equal(searchTerms('CAFÉ'), searchTerms('cafe\u0301'))
    const indexed = searchTerms('Part AB-1234-X').split(' ')
    for (const term of searchTerms('ab1234x').split(' ')) assert.ok(indexed.includes(term), term)
  })

  const hostile: Record<string, string> = {
    'without spaces': 'x'.repeat(1_000_000),
    'of Chinese characters': '营业时间'.repeat(250_000),
    'of combining marks': `a${'\u0301\u0323'.repeat(500_000)}`,
    'of digits with spaces': '+1 '.repeat(300_000),
    'of hyphens': 'a-'.repeat(500_000),
  }
  for (const [name, text] of Object.entries(hostile))
    it(`reads a megabyte ${name} in linear time`, () => assertLinear(text, searchTerms))
})
