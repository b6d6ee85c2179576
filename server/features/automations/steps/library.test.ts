// Tests of what all types of steps have in common: their inputs, and the classification of refusals.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonSchemaOf } from '#contract/wire/json-schema.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { InvalidInput, invalidSelection, Refusal, TooManyRequests } from '#server/platform/refusal.ts'
import { createValidator } from '#server/platform/validation/validate.ts'
import { failureOf } from './classify-refusal.ts'
import { stepTypes } from './library.ts'

describe('the library of steps', () => {
  it('has each type under its name, with a description and an input that can be shown as a JSON schema', () => {
    assert.deepEqual([...stepTypes.keys()].sort(), [
      'ai',
      'code',
      'create_lead',
      'http_request',
      'make_call',
      'reply',
      'search_knowledge',
      'send_email',
      'send_freeform',
      'send_sms',
      'send_template',
      'start_campaign',
      'update_lead',
    ])
    for (const [name, { type, description, input }] of stepTypes) {
      assert.equal(type, name)
      assert.match(description, /\.$/)
      assert.equal(jsonSchemaOf(input, 'input', (one) => one).schema.type, 'object', name)
    }
  })

  it('refuses inputs without what the step needs', () => {
    const errorsOf = (type: string, input: object) => {
      const checked = createValidator(stepTypes.get(type)!.input)(input)
      return checked.ok ? {} : checked.errors
    }
    const ai = { task: 'classify', prompt: 'Why?' }
    assert.deepEqual(errorsOf('ai', { ...ai, labels: ['a', 'a'] }), {
      labels: ['The labels must have at least 2 items.'],
    })
    assert.deepEqual(errorsOf('ai', { ...ai, task: 'extract' }), { schema: ['The schema field is required.'] })
    assert.deepEqual(errorsOf('reply', { message: 'Hi' }), {
      customer_identifier: ['The customer identifier field is required when conversation id is not present.'],
    })
    assert.deepEqual(errorsOf('send_freeform', { sender_id: 1, to: '+14155550123' }), {
      message: ['The message field is required when media url is not present.'],
    })
    const http = { method: 'GET', url: 'ftp://example.com', timeout_seconds: 61, headers: { Host: 'x' } }
    assert.deepEqual(Object.keys(errorsOf('http_request', http)), ['url', 'headers', 'timeout_seconds'])
  })
})

describe('the failure of a step', () => {
  const shown = (error: unknown) => {
    const failure = failureOf(error)
    return failure && [failure.classification, failure.isRetryable, failure.isInDoubt, failure.message]
  }

  it('has a message, even if the refusal has none', () => {
    assert.deepEqual(shown(new Refusal('CAMPAIGN_NOT_FOUND')), ['missing_record', false, false, 'Campaign not found.'])
    assert.deepEqual(shown(new Refusal('OTHER')), ['wiring_error', false, false, 'The step was refused: OTHER.'])
    const tooMany = new TooManyRequests({ limit: 5, retryAfterSeconds: 60 })
    assert.deepEqual(shown(tooMany), ['wiring_error', true, false, 'Too Many Attempts.'])
  })

  it('is a missing record if all errors of the input are ids that do not exist', () => {
    assert.equal(shown(invalidSelection('campaign_id'))?.[0], 'missing_record')
    assert.equal(shown(invalidSelection('timezone'))?.[0], 'wiring_error')
    const mixed = new InvalidInput({ ...invalidSelection('campaign_id').errors, name: ['The name is too long.'] })
    assert.deepEqual(shown(mixed)?.slice(0, 1), ['wiring_error'])
    const message = new InvalidInput({ name: ['The selected name id is invalid.'] })
    assert.equal(shown(message)?.[0], 'wiring_error', 'a message decides nothing')
  })

  it('is retried as the service allows', () => {
    const refused = new OutsideError('unauthorised', 'The key was refused.', { retryable: false })
    assert.deepEqual(shown(refused), ['missing_connection', false, false, 'The key was refused.'])
    const away = new OutsideError('unavailable', 'The service is unavailable.', { retryable: true })
    assert.deepEqual(shown(away), ['wiring_error', true, false, 'The service is unavailable.'])
  })

  it('is unknown for other errors, which are defects', () => {
    assert.equal(failureOf(new Error('a defect')), undefined)
  })
})
