// Tests of reading CSV: any records are read back, in pieces of any size, and faults cost one line.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type CsvFault, type CsvRecord, createCsvParser, delimiters, maxRecordLength, readCsv } from './csv.ts'

/** Without the positions at which records end. */
function parse(pieces: readonly string[], delimiter?: (typeof delimiters)[number]) {
  const parser = createCsvParser(delimiter)
  const items: (CsvRecord | CsvFault)[] = [...pieces.flatMap((piece) => parser.write(piece)), ...parser.end()]
  return items.map((item) => (item.cells ? { line: item.line, cells: item.cells } : item))
}

const cellsOf = (text: string): string[][] => parse([text]).map((item) => item.cells ?? [item.error])
const unbalanced = 'The line has a quotation mark without a counterpart.'

const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
const cell = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '|', '\n', '\r', 'a', ' '), maxLength: 8 }),
)
const file = fc.record({
  delimiter: fc.constantFrom(...delimiters),
  lineEnd,
  endsWithLineEnd: fc.boolean(),
  /** Each cell with whether it is quoted although it need not be. */
  records: fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 8,
  }),
})

function write({
  delimiter,
  lineEnd,
  endsWithLineEnd,
  records,
}: typeof file extends fc.Arbitrary<infer T> ? T : never) {
  const lines = records.map((record) =>
    record
      .map(([text, isQuoted]) => {
        const mustQuote = /["\r\n]/.test(text) || text.includes(delimiter) || (record.length === 1 && text === '')
        return isQuoted || mustQuote ? `"${text.replaceAll('"', '""')}"` : text
      })
      .join(delimiter),
  )
  return lines.join(lineEnd) + (endsWithLineEnd ? lineEnd : '')
}

describe('the CSV parser', () => {
  it('takes the delimiter from a first line that states it, and no record', () => {
    for (const statement of ['sep=|', 'SEP=|', '"sep=|"', 'sep=|,,', '\n sep=| '])
      assert.deepEqual(cellsOf(`${statement}\r\na;b|c;d\r\n1|2\n`), [
        ['a;b', 'c;d'],
        ['1', '2'],
      ])
    assert.deepEqual(parse(['sep=', ';\na', ';b\n']), [{ line: 2, cells: ['a', 'b'] }])
    assert.deepEqual(cellsOf('sep=:\na,b\n'), [['a', 'b']])
    assert.deepEqual(
      parse(['sep=;\na,b;c\n'], ',').map(({ cells }) => cells),
      [['a', 'b;c']],
    )
    assert.deepEqual(readCsv('sep=;\na;b,c,d\n', { isComplete: true }).delimiter, ';')
    // Only the first line is a statement, and only if nothing else is in it.
    assert.deepEqual(cellsOf('a\nsep=;\n'), [['a'], ['sep=;']])
    assert.deepEqual(cellsOf('sep=;x\nb\n'), [['sep=', 'x'], ['b']])
  })

  it('reads back any records, with every delimiter, line end and quoting, in pieces of any size', () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.boolean(), (written, cut, isLong) => {
        const text = write(written)
        // More than a piece that is parsed at once, so that records are cut.
        const padding = `${`${'x'.repeat(99)}\n`.repeat(656).slice(0, -(1 + (cut % 60)))}\n`
        const at = cut % (text.length + 1)
        const pieces = isLong ? [padding, text.slice(0, at), 'y'.repeat(0), text.slice(at)] : [text]
        const items = parse(pieces, written.delimiter).slice(isLong ? padding.split('\n').length - 1 : 0)
        assert.deepEqual(
          items.map((item) => ('cells' in item ? item.cells : item)),
          written.records.map((record) => record.map(([value]) => value)),
        )
        const breaks = (value: string): number => value.match(/\r\n|\r|\n/g)?.length ?? 0
        let line = isLong ? padding.split('\n').length : 1
        for (const [index, item] of items.entries()) {
          assert.equal(item.line, line)
          line += 1 + written.records[index]!.reduce((sum, [value]) => sum + breaks(value), 0)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('reads the same from pieces of any size, even if the text is not valid', () => {
    const noise = fc.string({ unit: fc.constantFrom('"', '"', ',', '\n', '\r', 'a'), maxLength: 60 })
    fc.assert(
      fc.property(noise, fc.array(fc.nat(70_000), { maxLength: 4 }), (text, cuts) => {
        const long = `${text}\n${'long,line\n'.repeat(7000)}${text}\n${'"a","b"\r\n'.repeat(7000)}${text}`
        const places = [0, ...cuts.map((cut) => cut % long.length).sort((a, b) => a - b), long.length]
        const pieces = places.slice(1).map((end, index) => long.slice(places[index], end))
        assert.deepEqual(parse(pieces, ','), parse([long], ','))
      }),
      { numRuns: 25 },
    )
  })

  it('detects the delimiter by the first line, outside of quotes', () => {
    assert.deepEqual(cellsOf('a;b;c\n1,5;2;3'), [
      ['a', 'b', 'c'],
      ['1,5', '2', '3'],
    ])
    assert.deepEqual(cellsOf('\n"a,b,c"|b\n'), [['a,b,c', 'b']])
    assert.deepEqual(cellsOf('a\tb'), [['a', 'b']])
    assert.deepEqual(cellsOf('phone'), [['phone']])
  })

  it('keeps a quote within an unquoted value, and leaves out empty lines', () => {
    assert.deepEqual(cellsOf('5" pipe,x\n\n\r\n""\n'), [['5" pipe', 'x'], ['']])
  })

  it('reports an unbalanced quote with its line, and reads the lines after it', () => {
    const items = parse(['a,b\n1,"x,y\n2,z\n"3","w"\n4,"v"w\n5,u\n6,"t'])
    assert.deepEqual(items, [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, error: unbalanced },
      { line: 3, cells: ['2', 'z'] },
      { line: 4, cells: ['3', 'w'] },
      { line: 5, error: unbalanced },
      { line: 6, cells: ['5', 'u'] },
      { line: 7, error: unbalanced },
    ])
  })

  it('looks for the end of a quote within a limited length only', () => {
    const lines = 300_000
    const items = parse(['a,b\n1,"x\n', ...Array.from({ length: lines / 1000 }, () => 'some,line\n'.repeat(1000))])
    assert.equal(items.length, lines + 2)
    assert.deepEqual(items[1], { line: 2, error: unbalanced })
  })

  it('reports a line that is too long, quoted or not, and reads the next one', () => {
    const long = 'x'.repeat(100_000)
    const error = 'The line is longer than 1 MB.'
    const pieces = (count: number): string[] => Array.from({ length: count }, () => long)
    for (const ends of ['\n', '\r\n', '\r'])
      assert.deepEqual(parse(['a,', ...pieces(30), ends, 'b,c', ends]), [
        { line: 1, error },
        { line: 2, cells: ['b', 'c'] },
      ])
    assert.deepEqual(
      parse(['"a"', ',', ...pieces(11), '\nb,c']).map((item) => 'error' in item),
      [true, false],
    )
    assert.deepEqual(
      parse([`"${'x'.repeat(maxRecordLength - 10)}",b`]).map((item) => 'error' in item),
      [false],
    )
  })
})

describe('the preview of CSV', () => {
  const cellsOf = (text: string, isComplete = true) => readCsv(text, { isComplete }).records.map(({ cells }) => cells)

  it('reads back any records, with every delimiter and line end', () => {
    fc.assert(
      fc.property(file, (written) => {
        const { records } = readCsv(write(written), { delimiter: written.delimiter, isComplete: true })
        assert.deepEqual(
          records.map(({ cells }) => cells),
          written.records.map((record) => record.map(([value]) => value)),
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
          written.records.slice(0, records.length).map((record) => record.map(([value]) => value)),
        )
      }),
    )
  })

  it('numbers lines as in the file, and says where records end', () => {
    const text = 'a,b\r\n\r\n"x\ny",2\r\n3,4'
    const { records } = readCsv(text, { isComplete: true })
    assert.deepEqual(
      records.map((record) => [record.line, record.cells && text.slice(record.end)]),
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
})
