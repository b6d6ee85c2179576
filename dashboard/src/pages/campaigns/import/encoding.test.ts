// Tests of the encodings of CSV files.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodings } from '@parley/rules'
import fc from 'fast-check'
import { decode, detectEncoding, encode, markLength } from './encoding.ts'

describe('the encoding of a CSV file', () => {
  it('is detected by the byte order mark or the bytes', () => {
    for (const encoding of encodings) {
      const bytes = encode('\ufeffName;Straße\n', encoding) ?? encode('Name;Straße\n', encoding)!
      assert.deepEqual(detectEncoding(bytes), { encoding, isCertain: true })
      assert.equal(decode(bytes, encoding), 'Name;Straße\n')
      assert.equal(markLength(bytes, encoding), { 'utf-8': 3, 'windows-1252': 0 }[encoding as string] ?? 2)
    }
    assert.deepEqual(detectEncoding(encode('Name', 'utf-8')!), { encoding: 'utf-8', isCertain: false })
    // A character that is cut off is no fault.
    assert.equal(detectEncoding(encode('aß', 'utf-8')!.subarray(0, 2)).encoding, 'utf-8')
  })

  it('decodes what it encodes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...encodings), (text, encoding) => {
        fc.pre(!text.startsWith('\ufeff'))
        const bytes = encode(text, encoding)
        if (encoding === 'windows-1252' && !bytes) return
        assert.equal(decode(bytes!, encoding), text)
      }),
    )
  })
})
