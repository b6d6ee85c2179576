// Tests of finding web addresses in texts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { partsOf } from './links.ts'

const urls = (text: string) => partsOf(text).flatMap(({ url }) => url ?? [])

test('finds addresses without the punctuation of their sentence', () => {
  assert.deepEqual(urls('See https://a.example/x, http://b.example. (https://c.example/d) https://e.example/f_(g)!'), [
    'https://a.example/x',
    'http://b.example',
    'https://c.example/d',
    'https://e.example/f_(g)',
  ])
})

test('ignores every other scheme, and addresses that cannot be parsed', () => {
  assert.deepEqual(urls('javascript:alert(1) data:text/html,x vbscript:x //a.example http://[ https://'), [])
})

test('keeps the whole text, and links to web addresses only', () => {
  const piece = fc.constantFrom(
    'https://',
    'http://',
    'a.example',
    '/x',
    '(',
    ')',
    '.',
    ' ',
    '<',
    '"',
    'javascript:',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
      const text = pieces.join('')
      const parts = partsOf(text)
      assert.equal(parts.map((part) => part.text).join(''), text)
      for (const { url } of parts) if (url !== undefined) assert.match(new URL(url).protocol, /^https?:$/)
    }),
  )
})
