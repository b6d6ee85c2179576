// Tests of names in mails: one short line without a link.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { mailName } from './index.ts'

it('a name in a mail is one short line in which nothing can be a link', () => {
  const part = fc.constantFrom(
    ...[
      'evil.com',
      'https://evil.com/x?y',
      'www.evil.com',
      'a@evil.com',
      '//evil.com',
      'evil。com',
      'mailto:a',
      '\\\\evil',
    ],
    ...['\r\n', '\n\nBcc: x@y.z', '\u2028', '\u202e', '\u0000', '\ud800', ' ', 'Ann', '.', '…', 'xn--evil.com'],
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'binary' }))), (parts) => {
      const name = mailName(parts.join(''))
      assert.doesNotMatch(name, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}@:/\\]|\S[.。｡．]\S/u)
      assert.ok(name.length <= 61 && name.isWellFormed())
    }),
  )
})

it('ordinary names stay as they are', () => {
  for (const name of [
    'Ann Lee',
    'Müller & Söhne GmbH',
    'Dr. Ann B. Lee',
    "O'Neil Inc.",
    '株式会社',
    'A – B (C)',
    '<b>Ann</b>'.slice(3, 6),
  ])
    assert.equal(mailName(name), name)
})
