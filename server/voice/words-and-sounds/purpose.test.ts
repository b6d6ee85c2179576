// Tests of the sentence that states the purpose of a call.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purposeLine } from './purpose.ts'

test('the purpose of a call is stated with the name of the assistant, in each language', () => {
  assert.equal(purposeLine('en', 'Ada', 'your cake'), 'This is Ada, and the purpose of my call is: your cake.')
  assert.equal(
    purposeLine('de', 'Ada', 'Ihr Kuchen.'),
    'Hier spricht Ada, und der Grund meines Anrufs ist: Ihr Kuchen.',
  )
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'fi']) {
    const line = purposeLine(language, '$& {purpose}', ' a call, isn’t it? ')
    assert.ok(line.includes('$& {purpose}') && line.endsWith(': a call, isn’t it?'), line)
  }
})

test('a long purpose is cut', () => {
  assert.ok(purposeLine('en', 'a'.repeat(10_000), 'b'.repeat(10_000)).length < 700)
})
