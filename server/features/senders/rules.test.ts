// The rules for the text of a template, and the presentation of limits and statuses.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { InvalidInput } from '#server/platform/refusal.ts'
import { formatMessagingLimit } from './present.ts'
import { templateStatusOf } from './templates/template.ts'
import { checkText } from './templates/template-text.ts'

function faults(text: Parameters<typeof checkText>[0]): Record<string, string[]> {
  try {
    checkText(text)
    return {}
  } catch (error) {
    assert.ok(error instanceof InvalidInput)
    return error.errors
  }
}

describe('the text of a template', () => {
  it('can contain numbered placeholders between enough words', () => {
    for (const bodyText of [
      'Hi',
      'Hello {{1}}, good morning.',
      'Hello {{1}}, your order {{2}} left us.',
      'Dear {{2}}, order {{1}} has left us today.',
      'Hello {{ 1 }}, good morning.',
      'Grüße an {{1}} aus Köln!',
    ])
      assert.deepEqual(faults({ bodyText }), {}, bodyText)
  })

  it('is refused for the placement, the numbers or the form of its placeholders', () => {
    for (const [fault, ...texts] of [
      [
        'The body text may not begin or end with a placeholder.',
        ...['{{1}} is here, good morning', 'Good morning to you, {{1}}', '{{1}}'],
      ],
      [
        'The placeholders of the body text may not be adjacent.',
        ...['Hello {{1}}{{2}}, how are you today?', 'Hello {{1}} {{2}}, how are you today?'],
      ],
      [
        'The placeholders of the body text must be numbered 1, 2, 3 and so on, without gaps.',
        ...['Hello {{2}}, good morning.', 'Hello {{1}}, your order {{3}} has left us today.'],
      ],
      ['The body text needs at least 3 words in addition to its placeholder.', 'Hello {{1}}, hello.'],
      ['The body text needs at least 5 words in addition to its 2 placeholders.', 'Hello {{1}}, order {{2}} left.'],
      [
        'The body text may only contain placeholders of the form {{1}}.',
        ...['Hello {{name}}, good morning.', 'Hello {{}}, good morning.', 'Hello {{0}}, good morning.'],
        ...['Hello {{01}}, good morning.', 'Hello {{1}, good morning.', 'Hello 1}}, good morning.'],
        'Hello {{{1}}}, good morning {{2}} to you all there.',
      ],
    ] as const)
      for (const bodyText of texts) assert.deepEqual(faults({ bodyText }), { body_text: [fault] }, bodyText)
  })

  it('needs a name and a sample for each placeholder if any are given', () => {
    const bodyText = 'Hello {{1}}, your order {{2}} left us.'
    assert.deepEqual(faults({ bodyText, variables: ['name', 'order'], samples: ['Ann', 'A-1'] }), {})
    assert.deepEqual(faults({ bodyText, variables: ['1', 'order'] }), {})
    assert.deepEqual(faults({ bodyText, variables: ['name'], samples: ['Ann', 'A-1', 'x'] }), {
      variables: ['The variables must have one name for each placeholder of the body text.'],
      samples: ['The samples must have one entry for each placeholder of the body text.'],
    })
    assert.deepEqual(faults({ bodyText, variables: ['name', 'name'] }), {
      variables: ['The variables must have different names.'],
    })
    assert.deepEqual(faults({ bodyText, variables: ['2', '1'] }), {
      variables: ['The name of a variable may not be the number of another placeholder.'],
    })
  })
})

it('formats messaging limits', () => {
  for (const [limit, formatted] of [
    [250, '250'],
    [1000, '1K'],
    [2000, '2K'],
    [10_000, '10K'],
    [100_000, '100K'],
    [1_000_000, '1M'],
    [1500, '1500'],
    ['unlimited', 'Unlimited'],
  ] as const)
    assert.equal(formatMessagingLimit(limit), `${formatted} customers / 24 h`)
  assert.equal(formatMessagingLimit(null), null)
})

it('maps unknown statuses of templates at the carrier to pending', () => {
  const statuses = ['approved', 'rejected', 'disabled', 'received', 'pending', 'paused', 'APPROVED ', 'in_appeal', '']
  const expected = ['approved', 'rejected', 'rejected', ...Array(6).fill('pending')]
  assert.deepEqual(statuses.map(templateStatusOf), expected)
})
