// Tests of the web addresses in texts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitLinks } from './split-links.ts'

const links = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

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
