// Tests of phone numbers with keys that are pressed after the answer.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { readExtension, readTransferNumber } from './transfer-number.ts'

const number = '+4930901820'

it('extensions and keys after a number are read, with their pauses', () => {
  for (const [suffix, keys] of [
    ['', ''],
    ['x77', 'ww77'],
    [' x77', 'ww77'],
    ['ext. 204', 'ww204'],
    [' Ext 204', 'ww204'],
    [' extension 9#', 'ww9#'],
    [';ext=31', 'ww31'],
    [',204', 'wwww204'],
    [',,1,,55#', 'wwwwwwww1wwwwwwww55#'],
    ['p204', 'wwww204'],
    ['ww5W*', 'ww5ww*'],
    [';31', 'wwww31'],
  ] as const)
    assert.deepEqual(readTransferNumber(number + suffix), { phoneNumber: number, keys }, suffix)
})

it('the extension of a telephone is read, without keys', () => {
  for (const extension of ['10', '101', '123456'])
    assert.deepEqual(readTransferNumber(extension), { phoneNumber: extension, keys: '' })
  for (const other of ['1', '1234567', '101x2', '101,2', ' 101', '10a'])
    assert.equal(readTransferNumber(other), undefined, other)
})

it('other texts are refused', () => {
  for (const suffix of [
    'x',
    'x12a',
    ' 12',
    ',',
    ',,,',
    'x1234567890123',
    ',,,,,,,,1',
    `,${'1'.repeat(40)}`,
    '/5',
    'x1\n',
    ',1D',
  ])
    assert.equal(readTransferNumber(number + suffix), undefined, suffix)
  for (const other of ['030 901820', 'x77', '', `x${number}`]) assert.equal(readTransferNumber(other), undefined, other)
})

it('keys are at most 32, including pauses', () => {
  assert.equal(readExtension('1234'), 'ww1234')
  for (const written of ['', 'wwww', 'abc', ',,,,,,,,,', '1'.repeat(33)])
    assert.equal(readExtension(written), undefined)
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789*#,;pPwW'), maxLength: 40 }), (written) => {
      const keys = readExtension(written)
      assert.ok(keys === undefined || /^[0-9*#w]{1,32}$/.test(keys))
    }),
  )
})
