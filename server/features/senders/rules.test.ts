// What a template's text may be, and how a limit and a status read.
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

const bodyFault = (bodyText: string): string | undefined => faults({ bodyText })['body_text']?.[0]

describe('the text of a template', () => {
  it('may be without placeholders, or with some amid enough words', () => {
    for (const bodyText of [
      'Hi',
      'Hello {{1}}, good morning.',
      'Hello {{1}}, your order {{2}} left us.',
      'Dear {{2}}, order {{1}} has left us today.',
      'Hello {{ 1 }}, good morning.',
      'Grüße an {{1}} aus Köln!',
    ])
      assert.equal(bodyFault(bodyText), undefined, bodyText)
  })

  it('neither begins nor ends with a placeholder', () => {
    const sentence = 'The body text may not begin or end with a placeholder.'
    for (const bodyText of ['{{1}} is here, good morning', 'Good morning to you, {{1}}', '{{1}}'])
      assert.equal(bodyFault(bodyText), sentence)
  })

  it('has no two placeholders side by side', () => {
    for (const bodyText of ['Hello {{1}}{{2}}, how are you today?', 'Hello {{1}} {{2}}, how are you today?'])
      assert.equal(bodyFault(bodyText), 'The placeholders of the body text may not be adjacent.')
  })

  it('counts its placeholders without a gap', () => {
    const sentence = 'The placeholders of the body text must be numbered 1, 2, 3 and so on, without gaps.'
    for (const bodyText of ['Hello {{2}}, good morning.', 'Hello {{1}}, your order {{3}} has left us today.'])
      assert.equal(bodyFault(bodyText), sentence)
  })

  it('has two words for each placeholder, and one more', () => {
    assert.equal(
      bodyFault('Hello {{1}}, hello.'),
      'The body text needs at least 3 words in addition to its placeholder.',
    )
    assert.equal(
      bodyFault('Hello {{1}}, order {{2}} left.'),
      'The body text needs at least 5 words in addition to its 2 placeholders.',
    )
  })

  it('has no other braces', () => {
    const sentence = 'The body text may only contain placeholders of the form {{1}}.'
    for (const bodyText of [
      'Hello {{name}}, good morning.',
      'Hello {{}}, good morning.',
      'Hello {{0}}, good morning.',
      'Hello {{01}}, good morning.',
      'Hello {{1}, good morning.',
      'Hello {{{1}}}, good morning {{2}} to you all there.',
      'Hello 1}}, good morning.',
    ])
      assert.equal(bodyFault(bodyText), sentence, bodyText)
  })

  it('has a name and a sample for each placeholder, or none at all', () => {
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

describe('in words', () => {
  it('a messaging limit is short', () => {
    const shown = [250, 1000, 2000, 10_000, 100_000, 1_000_000, 1500, 'unlimited', null] as const
    assert.deepEqual(shown.map(formatMessagingLimit), [
      '250 customers / 24 h',
      '1K customers / 24 h',
      '2K customers / 24 h',
      '10K customers / 24 h',
      '100K customers / 24 h',
      '1M customers / 24 h',
      '1500 customers / 24 h',
      'Unlimited customers / 24 h',
      null,
    ])
  })

  it('a template is approved only when the carrier says exactly that', () => {
    const words = ['approved', 'received', 'pending', 'paused', 'rejected', 'disabled', 'APPROVED ', 'in_appeal', '']
    assert.deepEqual(words.map(templateStatusOf), [
      'approved',
      'pending',
      'pending',
      'pending',
      'rejected',
      'rejected',
      'pending',
      'pending',
      'pending',
    ])
  })
})
