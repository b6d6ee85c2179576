// Tests of the query for the latest words of a customer.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { searchQueryOf } from './search-query.ts'

const question = 'When is the shop in Graz open?'

it('the query is the last text', () => {
  assert.equal(searchQueryOf(['Do you sell bread?', question]), question)
  assert.equal(searchQueryOf([' Do you\n sell  bread? ']), 'Do you sell bread?')
})

it('the query of a short text or a follow-up begins with the question before it', () => {
  for (const followUp of ['And on Sundays?', 'On Sundays?', 'What about public holidays then?', 'Und am Sonntag?'])
    assert.equal(searchQueryOf([question, followUp]), `${question} ${followUp}`)
  assert.equal(searchQueryOf([question, 'And on Sundays?', 'And Mondays?']), `${question} And Mondays?`)
  assert.equal(searchQueryOf(['Yes', 'Sundays?']), 'Sundays?')
})

it('words are counted in scripts without spaces', () => {
  const long = '日曜日の営業時間を教えてください'
  assert.equal(searchQueryOf([question, long]), long)
  assert.equal(searchQueryOf([question, '日曜日']), `${question} 日曜日`)
})

it('there is no query without words, and long texts are shortened', () => {
  for (const texts of [[], [''], ['?!'], [question, '…']]) assert.equal(searchQueryOf(texts), undefined)
  assert.ok(searchQueryOf(['word '.repeat(10_000), 'and?'])!.length <= 1_001)
})
