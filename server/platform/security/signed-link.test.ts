// Tests of the tokens of signed links: binding, expiry and forgery.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { type LinkPurpose, longestLinkMs, signLink, verifyLink } from './signed-link.ts'

const key = randomBytes(32)
const now = new Date('2026-05-01T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const targets = fc.record({ accountId: fc.integer({ min: 1, max: 2 ** 40 }), id: fc.uuid() }, { noNullPrototype: true })

test('a token returns its account and record until it expires, at most 15 minutes later', () => {
  fc.assert(
    fc.property(targets, fc.integer({ min: 1, max: 10 * longestLinkMs }), (target, validMs) => {
      const token = signLink(key, 'recording', target, { now, validMs })
      const expiresMs = Math.min(validMs, longestLinkMs)
      assert.deepEqual(verifyLink(key, 'recording', token, now), target)
      assert.deepEqual(verifyLink(key, 'recording', token, later(expiresMs - 1)), target)
      assert.equal(verifyLink(key, 'recording', token, later(expiresMs)), undefined)
    }),
  )
})

test('a token is invalid after any change of one character, under another key and for another purpose', () => {
  const token = signLink(key, 'recording', { accountId: 12, id: randomUUID() }, { now })
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'0123456789abcdefXYZ-_.'), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1)
      fc.pre(changed !== token)
      assert.equal(verifyLink(key, 'recording', changed, now), undefined)
    }),
    { numRuns: 500 },
  )
  assert.equal(verifyLink(randomBytes(32), 'recording', token, now), undefined)
  assert.equal(verifyLink(key, 'upload' as LinkPurpose, token, now), undefined)
})

test('any other text is invalid', () => {
  fc.assert(fc.property(fc.string(), (text) => verifyLink(key, 'recording', text, now) === undefined))
})
