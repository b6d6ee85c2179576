// Tests of the division of texts into tokens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenize } from './word-pieces.ts'

const pieces = ['[UNK]', '[CLS]', '[SEP]', 'cafe', 'play', '##ing', '##s', ',', '日', 'un', '##play']
const vocabulary = new Map(pieces.map((piece, number) => [piece, number]))
const piecesOf = (text: string, maxTokens = 100) =>
  tokenize(text, vocabulary, maxTokens).map((number) => pieces[number])

test('words are divided into their longest pieces, without capitals and accents', () => {
  assert.deepEqual(piecesOf('Café, playing  unplay\n'), [
    '[CLS]',
    'cafe',
    ',',
    'play',
    '##ing',
    'un',
    '##play',
    '[SEP]',
  ])
})

test('unknown words are one token, and Chinese characters are words', () => {
  assert.deepEqual(piecesOf('zebra playz 日日 plays'), ['[CLS]', '[UNK]', '[UNK]', '日', '日', 'play', '##s', '[SEP]'])
  assert.deepEqual(piecesOf('p'.repeat(1_000_000)), ['[CLS]', '[UNK]', '[SEP]'])
})

test('control characters are dropped, except those that separate words', () => {
  assert.deepEqual(piecesOf('pl\u0000ay\tplay\u200b'), ['[CLS]', 'play', 'play', '[SEP]'])
})

test('long texts are truncated', () => {
  assert.deepEqual(piecesOf('plays plays plays', 5), ['[CLS]', 'play', '##s', 'play', '[SEP]'])
})
