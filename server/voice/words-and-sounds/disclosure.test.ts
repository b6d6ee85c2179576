// Tests of the announcement that an assistant is an AI.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disclosureLine, needsDisclosure } from './disclosure.ts'

test('customers in the European Economic Area are informed', () => {
  const inside =
    '+4930123456,+33123456789,+351211234567,+35312345678,+3545551234,+4212123456,+4232345678,+4712345678,+262262123456,+40211234567'
  const outside =
    '+14155550134,+442071234567,+41441234567,+37612345,+3811123456,+4,+,4930123456,+7495123456,+61212345678'
  for (const number of inside.split(',')) assert.equal(needsDisclosure(number), true, number)
  for (const number of outside.split(',')) assert.equal(needsDisclosure(number), false, number)
})

test('every official language of the European Union except Irish and Maltese has its own line', () => {
  const languages = 'bg,hr,cs,da,nl,et,fi,fr,de,el,hu,it,lv,lt,pl,pt,ro,sk,sl,es,sv,is,no'.split(',')
  const english = disclosureLine('en')
  for (const language of languages) {
    assert.notEqual(disclosureLine(language), english)
    assert.ok(disclosureLine(language, 'Ada').includes('Ada'))
    assert.ok(!disclosureLine(language).includes('{'))
  }
  assert.equal(disclosureLine('xx'), english)
})

test('the name is spoken as it is', () => {
  assert.equal(disclosureLine('en', 'Ada'), 'You are speaking with the AI assistant Ada.')
  assert.equal(disclosureLine('de', '$& $1'), 'Sie sprechen mit dem KI-Assistenten $& $1.')
  assert.equal(disclosureLine('en', '  '), disclosureLine('en'))
  assert.ok(disclosureLine('en', 'x'.repeat(10_000)).length < 200)
})
