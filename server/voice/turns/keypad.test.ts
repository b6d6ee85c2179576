// Tests of pressed keys.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createKeypadCollector, parseDtmfInput } from './keypad.ts'

const options = { maxDigits: 4, finishKey: '#', timeoutMs: 5_000, startedMs: 1_000 }

test('the finish key ends the input and is not part of it', () => {
  const keypad = createKeypadCollector(options)
  assert.equal(keypad.press('1', 2_000), undefined)
  assert.equal(keypad.press('*', 3_000), undefined)
  assert.deepEqual(keypad.press('#', 4_000), { digits: '1*', endedBy: 'finish_key' })
  assert.deepEqual(keypad.press('9', 4_100), { digits: '1*', endedBy: 'finish_key' })
})

test('the last digit ends the input', () => {
  const keypad = createKeypadCollector(options)
  for (const key of '123') assert.equal(keypad.press(key, 2_000), undefined)
  assert.deepEqual(keypad.press('4', 2_000), { digits: '1234', endedBy: 'max_digits' })
})

test('every key extends the time, and what was pressed until then is the input', () => {
  const keypad = createKeypadCollector(options)
  assert.equal(keypad.deadlineMs, 6_000)
  assert.equal(keypad.check(5_999), undefined)
  keypad.press('7', 5_999)
  assert.equal(keypad.deadlineMs, 10_999)
  assert.equal(keypad.check(6_000), undefined)
  assert.deepEqual(keypad.check(10_999), { digits: '7', endedBy: 'timeout' })
  assert.deepEqual(createKeypadCollector(options).check(6_000), { digits: '', endedBy: 'timeout' })
})

test('other text than a key is ignored', () => {
  const keypad = createKeypadCollector(options)
  for (const key of ['', '12', 'A', ' ']) assert.equal(keypad.press(key, 2_000), undefined)
  assert.equal(keypad.deadlineMs, 6_000)
  assert.deepEqual(keypad.press('#', 2_000), { digits: '', endedBy: 'finish_key' })
})

test('the assistant can press keys with pauses, and nothing else', () => {
  assert.equal(parseDtmfInput('1w2W#*0'), '1w2W#*0')
  assert.equal(parseDtmfInput('(415) 555-0134'), '4155550134')
  assert.equal(parseDtmfInput(42), '42')
  for (const input of [
    '',
    ' ',
    '12a',
    '+49',
    '1,2',
    null,
    undefined,
    {},
    ['1'],
    1.5,
    -1,
    Number.NaN,
    '1'.repeat(33),
    ' '.repeat(1e6),
  ])
    assert.equal(parseDtmfInput(input), undefined)
  fc.assert(fc.property(fc.anything(), (input) => /^[0-9*#wW]{1,32}$/.test(parseDtmfInput(input) ?? '1')))
})
