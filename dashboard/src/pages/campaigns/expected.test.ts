// Tests of the variables that a campaign expects from its leads.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectedByAssistant, expectedBySms, expectedByTemplate, findPlaceholders, missingOf } from './expected.ts'

describe('the variables that a campaign expects', () => {
  it('are the placeholders and variables of the assistant that it does not know by itself', () => {
    const expected = expectedByAssistant({
      initial_message: 'Hello {{ first_name }}, today is {{current_date}}.',
      system_prompt: 'Ask about {{order}} and {{first_name}}. {{#if a}}',
      variables: { order: 'your last order', city: '' },
    })
    assert.deepEqual(expected, [
      { name: 'first_name', fallback: undefined },
      { name: 'order', fallback: 'your last order' },
      { name: 'city', fallback: undefined },
    ])
    assert.deepEqual(
      missingOf(expected, ['first_name', 'city']).map(({ name }) => name),
      ['order'],
    )
  })

  it('are those of the template by position or name, and those of the SMS', () => {
    const names = (list: { name: string }[]) => list.map(({ name }) => name)
    assert.deepEqual(names(expectedByTemplate(['customer', 'order'], { 1: 'name', order: 'nr' })), ['name', 'nr'])
    assert.deepEqual(names(expectedBySms('Hi {{name}}, {{when}}', { when: 'date' })), ['name', 'date'])
  })

  it('have names as the server reads them', () => {
    assert.deepEqual(findPlaceholders('{{имя}} {{a b}} {{}} {{a|upper}} {{constructor}}'), [
      'имя',
      'a b',
      'constructor',
    ])
  })
})
