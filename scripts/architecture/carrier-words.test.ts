// Tests of the check that keeps the words of a carrier in its folder.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkCarrierWords } from './carrier-words.ts'
import { readSource } from './tree.ts'

const faultsIn = (path: string, text: string): string[] =>
  checkCarrierWords({
    sources: [
      readSource('server/carriers/twilio/rest/meaning.ts', 'export const codes = { opted_out: [21610] }'),
      readSource(path, text),
    ],
    migrations: [],
  }).map(({ message }) => message)

const feature = 'server/features/calls/one.ts'

it('words and error codes of a carrier outside its folder are faults', () => {
  for (const text of [
    'const url = "/carrier/twilio/voice"',
    'const { sid } = call',
    'const callSid = 1',
    '// Without a SID.',
    'const isOptOut = code === 21610',
  ])
    assert.equal(faultsIn(feature, text).length, 1, text)
})

it('names of public fields, other words and other numbers are allowed', () => {
  for (const text of [
    'const reply = { message_sid: id }',
    'const side = beside',
    'const port = 21611',
    'const a = "SIDE"',
  ])
    assert.deepEqual(faultsIn(feature, text), [], text)
})

it('the folder of the carrier, the composition module and tests may use them', () => {
  for (const path of ['server/carriers/twilio/a.ts', 'server/config.ts', 'server/features/calls/one.test.ts'])
    assert.deepEqual(faultsIn(path, 'const twilio = { sid: 21610 }'), [], path)
})
