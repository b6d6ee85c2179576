// Tests of the encryption of stored secrets.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { BoxError, open, seal } from './secret-box.ts'

const key = randomBytes(32)

describe('an encrypted secret', () => {
  it('decrypts to the original value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, place) => {
        assert.equal(open(key, seal(key, secret, place), place), secret)
      }),
    )
  })

  it('has a different ciphertext each time', () => {
    const boxes = [seal(key, 'hunter2hunter2', 'here'), seal(key, 'hunter2hunter2', 'here')]
    assert.notDeepEqual(boxes[0], boxes[1])
    assert.ok(boxes.every((box) => !box.includes('hunter2')))
  })

  it('cannot be decrypted with another key or for another place, and the error does not contain it', () => {
    const box = seal(key, 'hunter2', 'here')
    const isSafe = (error: Error) =>
      error instanceof BoxError && !error.message.includes('hunter2') && error.cause === undefined
    assert.throws(() => open(randomBytes(32), box, 'here'), isSafe)
    assert.throws(() => open(key, box, 'there'), isSafe)
  })

  it('cannot be decrypted if any bit is changed or the end is missing', () => {
    const box = seal(key, 'secret', 'here')
    for (let bit = 0; bit < box.length * 8; bit++) {
      const altered = Buffer.from(box)
      altered[bit >> 3]! ^= 1 << (bit & 7)
      assert.throws(() => open(key, altered, 'here'), BoxError)
    }
    for (let length = 0; length < box.length; length++)
      assert.throws(() => open(key, box.subarray(0, length), 'here'), BoxError)
  })
})
