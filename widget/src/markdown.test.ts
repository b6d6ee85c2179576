// Tests of reading the Markdown of answers.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Block, readMarkdown, withoutOpenMarks } from './markdown.ts'
import type { Inline } from './markdown-inline.ts'

const tags = { heading: 'h', quote: 'q', text: 'p', strong: 'b', em: 'i', del: 's' }

/** Writes the tree with short tags. */
function show(part: Block | Inline | Inline[]): string {
  if (typeof part === 'string') return part
  if (Array.isArray(part)) return part.map(show).join('')
  if (part.kind === 'code') return `<c>${part.text}</c>`
  if (part.kind === 'link') return `<a ${part.href}>${show(part.parts)}</a>`
  if (part.kind === 'table') return `<t>${part.rows.map((row) => row.map(show).join('|')).join('/')}</t>`
  if (part.kind === 'list') {
    const items = part.items.map(({ number, blocks }) => `<${number ?? '-'}>${blocks.map(show).join('')}`)
    return `<${part.isOrdered ? 'ol' : 'ul'}>${items.join('')}</>`
  }
  const inner = part.kind === 'quote' ? part.blocks.map(show).join('') : show(part.parts)
  return `<${tags[part.kind]}>${inner}</${tags[part.kind]}>`
}

const read = (text: string): string => readMarkdown(text).map(show).join('')
const line = (text: string): string => read(text).replace(/^<p>|<\/p>$/g, '')

describe('an answer', () => {
  it('has emphasis and code', () => {
    assert.equal(line('**a** *b* _c_ __d__ ~~e~~ `f*g*`'), '<b>a</b> <i>b</i> <i>c</i> <b>d</b> <s>e</s> <c>f*g*</c>')
    assert.equal(line('***a*** **b *c*** un**believ**able'), '<b><i>a</i></b> <b>b <i>c</i></b> un<b>believ</b>able')
    assert.equal(line('**Preis:**5 €, ``a`b``'), '<b>Preis:</b>5 €, <c>a`b</c>')
  })

  it('has headings, quotes, code blocks and tables', () => {
    assert.equal(
      read('# A **b** ##\nc\n\n---\n> d\n> - e'),
      '<h>A <b>b</b></h><p>c</p><q><p>d</p><ul><-><p>e</p></></q>',
    )
    assert.equal(read('```js\n**a**\n\nb\n```\nc'), '<c>**a**\n\nb</c><p>c</p>')
    assert.equal(read('|A|B|\n|:-|-:|\n|1|*2*|\n\nc | d'), '<t>A|B/1|<i>2</i></t><p>c | d</p>')
  })

  it('has lists, with nested ones and the numbers that are written', () => {
    assert.equal(
      read('Buy:\n- a\n  - b\n    c\n- d\n\ne'),
      '<p>Buy:</p><ul><-><p>a</p><ul><-><p>b\nc</p></><-><p>d</p></><p>e</p>',
    )
    assert.equal(read('1. a\n1. b\n\n- c'), '<ol><1><p>a</p><-><p>b</p></><ul><-><p>c</p></>')
    assert.equal(read('5. May\n12. June'), '<ol><5><p>May</p><12><p>June</p></>')
  })

  it('has links to web, mail and telephone addresses', () => {
    assert.equal(
      line('[a](https://a.example/b_(c)) [d](mailto:d@a.example) [e](tel:+4930)'),
      '<a https://a.example/b_(c)>a</a> <a mailto:d@a.example>d</a> <a tel:+4930>e</a>',
    )
    assert.equal(
      line('![f](https://a.example/f.png "F") **[g](https://g.example)**'),
      '<a https://a.example/f.png>f</a> <b><a https://g.example>g</a></b>',
    )
    assert.equal(line('https://a.example/_b_/c*d'), '<a https://a.example/_b_/c*d>https://a.example/_b_/c*d</a>')
  })

  it('keeps what is no Markdown', () => {
    for (const text of [
      '5 * 3 = 15',
      '2*3*4 and 2**3**4',
      'a_b_c __x',
      '$5 and ~6',
      '[1] [a] (b)',
      '<b>x</b> & <i',
      'C:\\x',
      '#1',
      '+49 30',
    ])
      assert.equal(line(text), text)
    assert.equal(line('\\*a\\* \\_b\\_'), '*a* _b_')
  })
})

describe('a hostile answer', () => {
  it('has no links to other protocols', () => {
    const piece = fc.constantFrom(
      '[a](',
      '](',
      ')',
      'javascript:',
      'data:',
      'JAVASCRIPT&#58;',
      'https://',
      'mailto:',
      '//',
      '*',
      '`',
      '![',
      '\\',
      ' ',
      '\n',
      '<',
      'x',
    )
    const hrefsOf = (part: unknown): string[] => {
      if (typeof part !== 'object' || part === null) return []
      const own = 'href' in part ? [String(part.href)] : []
      return [...own, ...Object.values(part).flatMap((value) => (Array.isArray(value) ? value.flatMap(hrefsOf) : []))]
    }
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const href of readMarkdown(pieces.join('')).flatMap(hrefsOf))
          assert.match(href, /^(?:https?:\/\/|mailto:|tel:)/i)
      }),
    )
  })

  it('is read in bounded time and depth', () => {
    for (const part of [
      '*',
      '_a*',
      '**a ',
      '[',
      '[a](',
      '[a](()',
      '>',
      '> - ',
      '`a``',
      '|a',
      '![',
      '1. ',
      '  - x\n',
      '\\',
      'http://',
      'a**b',
      '\n',
    ])
      readMarkdown(part.repeat(Math.floor(20_000 / part.length)))
  })
})

it('a streamed answer shows no marks that are still open', () => {
  const full = 'See **our *new*** [menu](https://a.example/m) with `code` and ~~old~~ prices'
  for (let length = 1; length <= full.length; length++) {
    const shown = line(withoutOpenMarks(full.slice(0, length))).replace(/<[^>]*>/g, '')
    assert.doesNotMatch(shown, /\*\*|[`[\]~(]/, full.slice(0, length))
  }
  assert.equal(withoutOpenMarks('```\n**a'), '```\n**a')
})
