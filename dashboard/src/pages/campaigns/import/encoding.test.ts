// Tests of the encodings of CSV files.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodings } from '@parley/rules'
import fc from 'fast-check'
import { decode, detectEncoding, encode, markLength } from './encoding.ts'

describe('the encoding of a CSV file', () => {
  it('is detected by the byte order mark or the bytes', () => {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const) {
      const bytes = encode('\ufeffName;Straße\n', encoding) ?? encode('Name;Straße\n', encoding)!
      assert.deepEqual(detectEncoding(bytes), { encoding, isCertain: true })
      assert.equal(decode(bytes, encoding), 'Name;Straße\n')
      assert.equal(markLength(bytes, encoding), { 'utf-8': 3, 'windows-1252': 0 }[encoding as string] ?? 2)
    }
    assert.deepEqual(detectEncoding(encode('Name', 'utf-8')!), { encoding: 'utf-8', isCertain: false })
    // A character that is cut off is no fault.
    assert.equal(detectEncoding(encode('aß', 'utf-8')!.subarray(0, 2)).encoding, 'utf-8')
  })

  it('is another one if the text makes no sense in windows-1252', () => {
    for (const [text, encoding] of [
      ['Имя;Ольга;Санкт-Петербург', 'windows-1251'],
      ['Ольга;Новый клиент', 'koi8-r'],
      ['Ольга;Новый клиент', 'ibm866'],
      ['Ελένη;Θεσσαλονίκη', 'windows-1253'],
      ['שרה לוי;חיפה', 'windows-1255'],
      ['فاطمة;القاهرة', 'windows-1256'],
      ['Małgorzata Żak;Łódź;Święta Góra', 'windows-1250'],
      ['Zoé;Besançon;Façade', 'macintosh'],
      ['佐藤花子;大阪市', 'shift_jis'],
      ['王小明;上海市', 'gb18030'],
      ['林美玲;高雄市', 'big5'],
      ['박지민;부산시', 'euc-kr'],
    ] as const) {
      const bytes = encode(text, encoding)!
      assert.deepEqual(detectEncoding(bytes), { encoding, isCertain: true })
      assert.equal(decode(bytes, encoding), text)
    }
  })

  it('decodes what it encodes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...encodings), (text, encoding) => {
        fc.pre(!text.startsWith('\ufeff'))
        const bytes = encode(text, encoding)
        if (!bytes) return
        assert.equal(decode(bytes, encoding), text)
      }),
    )
  })
})
