// Tests of the preview of CSV files: any records are read back, faults cost one line, and encodings are detected.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { delimiters, readCsv } from './csv.ts'
import { decode, detectEncoding, encode, encodings, markLength } from './encoding.ts'

const cell = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '|', '\n', '\r', 'a', ' '), maxLength: 8 }),
)
const file = fc.record({
  delimiter: fc.constantFrom(...delimiters),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  endsWithLineEnd: fc.boolean(),
  records: fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
})

function write({
  delimiter,
  lineEnd,
  endsWithLineEnd,
  records,
}: typeof file extends fc.Arbitrary<infer T> ? T : never) {
  const lines = records.map((record) =>
    record
      .map((text) => {
        const mustQuote = /["\r\n]/.test(text) || text.includes(delimiter) || (record.length === 1 && text === '')
        return mustQuote ? `"${text.replaceAll('"', '""')}"` : text
      })
      .join(delimiter),
  )
  return lines.join(lineEnd) + (endsWithLineEnd ? lineEnd : '')
}

const cellsOf = (text: string, isComplete = true) => readCsv(text, { isComplete }).records.map(({ cells }) => cells)

describe('the preview of CSV', () => {
  it('reads back any records, with every delimiter and line end', () => {
    fc.assert(
      fc.property(file, (written) => {
        const { records } = readCsv(write(written), { delimiter: written.delimiter, isComplete: true })
        assert.deepEqual(
          records.map(({ cells }) => cells),
          written.records,
        )
      }),
    )
  })

  it('reads only what has arrived completely when the text is cut off anywhere', () => {
    fc.assert(
      fc.property(file, fc.nat(), (written, cut) => {
        const text = write(written)
        const { records } = readCsv(text.slice(0, cut % (text.length + 1)), {
          delimiter: written.delimiter,
          isComplete: false,
        })
        assert.deepEqual(
          records.map(({ cells }) => cells),
          written.records.slice(0, records.length),
        )
      }),
    )
  })

  it('numbers lines as in the file, and says where records end', () => {
    const text = 'a,b\r\n\r\n"x\ny",2\r\n3,4'
    const { records } = readCsv(text, { isComplete: true })
    assert.deepEqual(
      records.map(({ line, end }) => [line, text.slice(end)]),
      [
        [1, '\r\n"x\ny",2\r\n3,4'],
        [3, '3,4'],
        [5, ''],
      ],
    )
  })

  it('continues on the next line after a quotation mark without a counterpart', () => {
    assert.deepEqual(cellsOf('a,b\n1,"x,y\n2,z\n4,"v"w\n5,u'), [
      ['a', 'b'],
      undefined,
      ['2', 'z'],
      undefined,
      ['5', 'u'],
    ])
    assert.deepEqual(cellsOf('a,b\n1,"x,y\n2,z\n', false), [['a', 'b']])
  })

  it('uses the most frequent delimiter of the first line', () => {
    assert.equal(readCsv('phone;name, first;city\n', { isComplete: true }).delimiter, ';')
    assert.equal(readCsv('"a,b,c"|d\n', { isComplete: true }).delimiter, '|')
  })

  it('detects the encoding by the byte order mark or the bytes', () => {
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

  it('encodes what it decodes', () => {
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
