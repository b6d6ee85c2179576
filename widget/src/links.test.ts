// Tests of finding web addresses in texts.
import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import fc from 'fast-check'
import { splitLinks } from './links.ts'

const links = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

test('finds addresses without the punctuation of their sentence', () => {
  assert.deepEqual(links('See https://a.example/x, http://b.example. (https://c.example/d) https://e.example/f_(g)!'), [
    'https://a.example/x',
    'http://b.example',
    'https://c.example/d',
    'https://e.example/f_(g)',
  ])
})

test('ignores every other scheme, and addresses that cannot be parsed', () => {
  assert.deepEqual(links('javascript:alert(1) data:text/html,x vbscript:x //a.example http://[ https://'), [])
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
      const parts = splitLinks(text)
      assert.equal(parts.map((part) => part.text).join(''), text)
      for (const { href } of parts) if (href !== undefined) assert.match(new URL(href).protocol, /^https?:$/)
    }),
  )
})

test('takes linear time for an address before very many brackets', () => {
  assert.deepEqual(links(`https://a.example/${'(x)'.repeat(100_000)}${')'.repeat(1_000_000)}`), [
    `https://a.example/${'(x)'.repeat(100_000)}`,
  ])
})

describe('a text', () => {
  it('is divided into addresses and the rest', () => {
    assert.deepEqual(splitLinks('See https://a.example/x?y=1#z, or http://b.example.'), [
      { text: 'See ' },
      { text: 'https://a.example/x?y=1#z', href: 'https://a.example/x?y=1#z' },
      { text: ', or ' },
      { text: 'http://b.example', href: 'http://b.example' },
      { text: '.' },
    ])
    assert.deepEqual(splitLinks(''), [])
  })

  it('keeps brackets that belong to an address', () => {
    assert.deepEqual(links('(https://a.example/b_(c))'), ['https://a.example/b_(c)'])
    assert.deepEqual(links('[https://a.example]'), ['https://a.example'])
  })

  it('has no links to other protocols or without a host', () => {
    const hostile = 'javascript:alert(1) data:text/html,x ftp://a.example http:// https://?x <a href="x">'
    assert.deepEqual(splitLinks(hostile), [{ text: hostile }])
  })

  it('is the sum of its parts', () => {
    const text = '«https://a.example/ä»… مرحبا https://b.example/)))!!! \n\nhttp://c.example"x"'
    assert.equal(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
      text,
    )
  })
})
