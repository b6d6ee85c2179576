// Tests of the byte tables between mu-law and A-law.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alawSilence, decodeAlaw, decodeMulaw, mulawSilence } from '@parley/telephone'
import { alawOfMulaw, mulawOfAlaw } from '../../src/codecs/g711.ts'

describe('the tables of G.711', () => {
  it('turn silence into silence', () => {
    assert.equal(alawOfMulaw[mulawSilence], alawSilence)
    assert.equal(mulawOfAlaw[alawSilence], mulawSilence)
  })

  it('keep every value to within a step of the coarser law', () => {
    for (let byte = 0; byte < 256; byte++) {
      const [mulaw, alaw] = [decodeMulaw(Uint8Array.of(byte))[0]!, decodeAlaw(Uint8Array.of(byte))[0]!]
      const asAlaw = decodeAlaw(Uint8Array.of(alawOfMulaw[byte]!))[0]!
      const asMulaw = decodeMulaw(Uint8Array.of(mulawOfAlaw[byte]!))[0]!
      assert.ok(Math.abs(asAlaw - mulaw) <= Math.max(8, Math.abs(mulaw) / 31), `${mulaw} became ${asAlaw}`)
      assert.ok(Math.abs(asMulaw - alaw) <= Math.max(8, Math.abs(alaw) / 31), `${alaw} became ${asMulaw}`)
    }
  })
})
