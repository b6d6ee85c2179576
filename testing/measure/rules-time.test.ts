// The rules of the package @parley/rules take processor time in proportion to the length of a hostile text.
import { test } from 'node:test'
import { countSegments, createCsvParser } from '@parley/rules'
import { assertProportional } from './processor-time.ts'

test('the parser of CSV', async () => {
  const texts = ['"', '""', '"\n', '"a', '"a\n', 'x"\n', 'a,"\n', '"",""', '\r', '"x"y\n', '",\n', ',']
  const parsePieces = (piece: string) => (length: number) => {
    const parser = createCsvParser()
    for (let index = 0; index < length; index++) parser.write(piece)
    parser.end()
  }
  for (const text of texts)
    await assertProportional(parsePieces(text.repeat(16_000 / text.length)), 128, JSON.stringify(text))
  await assertProportional(parsePieces('"'), 200_000, 'single characters')
})

test('the count of segments of an SMS', async () => {
  for (const character of ['a', '€', '😀', '\u0301', '👨‍👩‍👧'])
    await assertProportional((length) => countSegments(character.repeat(length)), 200_000, character)
})
