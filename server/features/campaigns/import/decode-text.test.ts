// Tests of the detection of encodings.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Encoding } from '@parley/rules'
import fc from 'fast-check'
import { anyCharacter } from '#testing/requests/any-character.ts'
import { createDecoder } from './decode-text.ts'

function decode(bytes: Uint8Array, pieceLength = bytes.length || 1, encoding?: Encoding): string {
  const decoder = createDecoder(encoding)
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceLength) text += decoder.write(bytes.subarray(at, at + pieceLength))
  return text + decoder.end()
}

const utf16be = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
const legacy = Buffer.concat([
  Buffer.from('name;preis\nM'),
  Buffer.from([0xfc]),
  Buffer.from('ller;5 '),
  Buffer.from([0x80]),
])

describe('a text', () => {
  it('is decoded by its byte order mark, or as UTF-8, in pieces of any size', () => {
    const texts = fc.string({ unit: anyCharacter, maxLength: 20 }).filter((text) => !text.startsWith('\ufeff'))
    const encodings: ((text: string) => Buffer)[] = [
      (text) => Buffer.from(text),
      (text) => Buffer.from(`\ufeff${text}`),
      (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
      utf16be,
    ]
    fc.assert(
      fc.property(texts, fc.constantFrom(...encodings), fc.integer({ min: 3, max: 9 }), (text, encode, length) => {
        assert.equal(decode(encode(text), length), text)
      }),
    )
    assert.equal(decode(Buffer.from('\ufeffä'), 1), 'ä')
  })

  it('is windows-1252 if it is not valid UTF-8, even after many ASCII characters', () => {
    const expected = 'name;preis\nMüller;5 €'
    for (const length of [1, 2, 3, 7, 100]) assert.equal(decode(legacy, length), expected)
    const long = 'x'.repeat(100_000)
    assert.equal(decode(Buffer.concat([Buffer.from(long), legacy]), 1000), long + expected)
  })

  it('is windows-1252 if it makes sense in it, whatever the language', () => {
    for (const text of ['Åse Ødegård', 'João;São Paulo', 'Zoé Lefèvre;nº 5', 'ÉLODIE;«Été»', 'Guðrún Þórsdóttir'])
      assert.equal(decode(Buffer.from(text, 'latin1')), text)
  })

  it('is decoded with a given encoding', () => {
    assert.equal(decode(Buffer.from('ü', 'utf16le'), 1, 'utf-16le'), 'ü')
    assert.equal(decode(Buffer.from('ü'), 1, 'windows-1252'), 'Ã¼')
    assert.equal(decode(Buffer.from([0x61, 0xfc]), 1, 'utf-8'), 'a\ufffd')
  })
})
