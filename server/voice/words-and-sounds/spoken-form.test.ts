// Tests of the text that is spoken.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertProportional } from '#testing/measure/processor-time.ts'
import { toSpoken } from './spoken-form.ts'

const table: [string, string][] = [
  ['**Great**, that is *really* __fine__.', 'Great, that is really fine.'],
  ['Use `snake_case` and 3 * 4 or 3*4.', 'Use snake_case and 3 * 4 or 3*4.'],
  ['# Opening hours\nWe open at 9:30.', 'Opening hours. We open at 9:30.'],
  ['We have:\n- Apples\n- Pears, too\n* Plums!', 'We have: Apples. Pears, too. Plums!'],
  ['1. First\n2. Second', '1. First 2. Second'],
  ['See [our menu](https://example.com/menu?x=1) today.', 'See our menu today.'],
  ['![A photo](https://example.com/a.png) of it', 'A photo of it'],
  ['Go to https://www.example.com/menu?id=1#top.', 'Go to example.com/menu.'],
  ['Go to <https://example.com/>, please.', 'Go to example.com, please.'],
  ['Write to jane_doe@example.com.', 'Write to jane_doe@example.com.'],
  ['Sure 👍🏽! See you 🇩🇪 soon ❤️', 'Sure ! See you soon'],
  ['```js\nlet x = 1\n```', 'let x = 1'],
  ['| Day | Hours |\n|---|:--:|\n| Monday | 9–17 |', 'Day, Hours. Monday, 9 to 17.'],
  ['> Quoted\n\n---\n\nNext', 'Quoted Next'],
  ['Your number is +1 415-555-0134, 3.50 USD, -5 degrees.', 'Your number is +1 415-555-0134, 3.50 USD, -5 degrees.'],
  ['Fish & chips', 'Fish and chips'],
  ['<p>Good <b>morning</b>,<br/>this is <span class="x">Ada</span>.</p>', 'Good morning, this is Ada.'],
  ['<ul><li>Red</li><li>Blue</li></ul>', 'Red. Blue.'],
  ['See <a href="https://example.com/a?b=1" target="_blank">our site</a>.', 'See our site.'],
  ['Q&amp;A &amp; more &lt;b&gt;now&lt;/b&gt;&nbsp;&euro;5', 'Q&A and more now &euro;5'],
  ['\\*\\*Hello\\*\\* \\_there\\_', 'Hello there'],
  ['Dear <name>, 3 < 4 and 5 > 4, <b@example.com>', 'Dear <name>, 3 < 4 and 5 > 4, <b@example.com>'],
  ['```echo one two```', 'echo one two'],
  ['', ''],
  ['***', ''],
]

test('markup, addresses and emoji are not spoken, and numbers stay', () => {
  for (const [text, spoken] of table) assert.equal(toSpoken(text, 'en'), spoken)
})

test('symbols are spoken in the language', () => {
  assert.equal(toSpoken('Montag & Dienstag 9:00–17:00', 'de'), 'Montag und Dienstag 9:00 bis 17:00')
  assert.equal(toSpoken('lundi & mardi', 'fr'), 'lundi et mardi')
  assert.equal(toSpoken('a & b', 'xx'), 'a and b')
})

test('all letters and digits outside of addresses and fences are kept', () => {
  const text = fc.array(
    fc.constantFrom(
      '**',
      '*',
      '_',
      '- ',
      '# ',
      '\n',
      ' ',
      'word',
      '12',
      '[a](b c)',
      '[',
      ']',
      '(',
      '|',
      '>',
      '~~',
      '.',
    ),
  )
  const lettersOf = (all: string): string => all.replaceAll('](b c)', '').replace(/[^\p{L}\p{N}]/gu, '')
  fc.assert(
    fc.property(text, (parts) => {
      // Adjacent parts can form a fence or a link of their own.
      const all = parts.join('')
      fc.pre(!/~~~|\]\([^b]|\[[^\]a]*\[a|\(b c(?!\))/u.test(all))
      assert.equal(lettersOf(toSpoken(all, 'en')), lettersOf(all))
    }),
  )
})

test('long hostile texts take little time', async () => {
  for (const text of [
    '[',
    '[a](',
    '![',
    '](',
    '*',
    '**a',
    '_',
    '`',
    '|',
    '> ',
    '>',
    '#',
    '- ',
    '\n',
    ' ',
    '<http://',
    'http://',
    '1–',
    '🇩',
    '\u200d',
    '"',
    ' & ',
    '<b ',
    '<p a=',
    '<br/',
    '</li>',
    '&amp',
    '\\',
  ]) {
    await assertProportional(
      (length) => toSpoken(text.repeat(length / text.length), 'en'),
      100_000,
      JSON.stringify(text),
    )
  }
})
