// Tests of what calls and messages found out, and of what follows for leads.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type AttemptResult, nextStep, type Outcome, outcomeOfCall, outcomeOfMessage } from './outcome.ts'

const ended = {
  endedReason: 'caller_hung_up',
  answerer: null,
  answeredAt: '2026-01-31 09:30:00+00',
  failureReason: null,
}
const unanswered = { ...ended, answeredAt: null }

describe('the outcome of a call', () => {
  const cases: [string, Parameters<typeof outcomeOfCall>[0], Outcome][] = [
    ['a person who hung up', { ...ended, answerer: 'person' }, 'person'],
    ['a screening service that did not connect', { ...ended, answerer: 'screening' }, 'screening'],
    ['a menu', { ...ended, answerer: 'menu', endedReason: 'max_duration' }, 'menu'],
    ['someone who did not say anything', { ...ended, answerer: 'unknown', endedReason: 'silence' }, 'unknown'],
    ['a mailbox', { ...ended, answerer: 'voicemail', endedReason: 'voicemail' }, 'voicemail'],
    ['a full mailbox', { ...ended, answerer: 'voicemail', endedReason: 'mailbox_full' }, 'voicemail'],
    ['busy circuits', { ...ended, answerer: 'announcement', endedReason: 'circuits_busy' }, 'announcement'],
    ['an announced unknown number', { ...ended, endedReason: 'number_unavailable' }, 'announcement'],
    ['an unknown number', { ...unanswered, endedReason: 'number_unavailable' }, 'invalid_number'],
    [
      'a number that the carrier refuses',
      { ...unanswered, endedReason: 'rejected', failureReason: 'invalid_number' },
      'invalid_number',
    ],
    ['a busy phone', { ...unanswered, endedReason: 'busy' }, 'busy'],
    ['a phone that nobody answers', { ...unanswered, endedReason: 'no_answer' }, 'no_answer'],
    ['a failure of the carrier', { ...unanswered, endedReason: 'carrier_failed' }, 'failed'],
    ['a failure before anyone spoke', { ...ended, endedReason: 'model_failed' }, 'failed'],
    ['a failure during a conversation', { ...ended, answerer: 'person', endedReason: 'process_died' }, 'person'],
  ]
  for (const [what, call, outcome] of cases)
    it(`with ${what} is ${outcome}`, () => assert.equal(outcomeOfCall(call), outcome))
})

it('a message has an outcome when the carrier has sent it or given it up', () => {
  assert.equal(outcomeOfMessage('queued', null), undefined)
  assert.equal(outcomeOfMessage('delivered', null), 'delivered')
  assert.equal(outcomeOfMessage('failed', 'overloaded'), 'failed')
  assert.equal(outcomeOfMessage('undelivered', 'invalid_number'), 'invalid_number')
  assert.equal(outcomeOfMessage('failed', 'opted_out'), 'do_not_contact')
})

describe('a lead', () => {
  const outcomes: Outcome[] = [
    'person',
    'voicemail',
    'busy',
    'no_answer',
    'failed',
    'invalid_number',
    'unknown',
    'menu',
  ]
  const campaigns = fc.record({
    channel: fc.constant('call' as const),
    maxRetries: fc.integer({ min: 1, max: 5 }),
    retryIntervalMinutes: fc.integer({ min: 10, max: 100 }),
    retryOnVoicemail: fc.boolean(),
    retryOnGoalIncomplete: fc.boolean(),
    fallbackChannel: fc.constantFrom(null, 'sms' as const),
  })

  it('comes to an end after at most all attempts at all its numbers, and never before a person was reached', () => {
    const results = fc.infiniteStream(
      fc.record({ outcome: fc.constantFrom(...outcomes), goalReached: fc.constantFrom(null, true, false) }),
    )
    fc.assert(
      fc.property(campaigns, fc.integer({ min: 0, max: 3 }), results, (campaign, contacts, stream) => {
        const secondaryContacts = Array.from({ length: contacts }, () => ({}))
        let lead = { contactPosition: 0, isFallback: false, tries: 0, attempts: 0, secondaryContacts }
        const most = (contacts + 1) * (campaign.maxRetries + 1) * 2
        for (const { outcome, goalReached } of stream) {
          const isPermanent = outcome === 'invalid_number'
          const result: AttemptResult = { outcome, goalReached, isPermanent }
          lead = { ...lead, tries: lead.tries + 1, attempts: lead.attempts + 1 }
          const step = nextStep(campaign, lead, result)
          assert.ok(step.contactPosition <= contacts)
          if (step.status === 'completed') assert.ok(outcome === 'person' || outcome === 'voicemail')
          if (step.status !== 'rescheduled') return
          assert.ok(lead.attempts < most, 'the lead has no end')
          // A number is left only after all its attempts, or if they are useless.
          if (step.contactPosition !== lead.contactPosition || step.isFallback !== lead.isFallback)
            assert.ok(isPermanent || lead.tries > campaign.maxRetries)
          lead = { ...lead, ...step }
        }
      }),
    )
  })

  it('is as before after an attempt that never left', () => {
    fc.assert(
      fc.property(campaigns, fc.integer({ min: 1, max: 6 }), (campaign, tries) => {
        const lead = { contactPosition: 0, isFallback: false, tries, attempts: tries, secondaryContacts: [] }
        const step = nextStep(campaign, lead, { outcome: 'canceled', isPermanent: false, goalReached: null })
        assert.deepEqual(
          [step.tries, step.delayMs, step.status],
          [tries - 1, 0, tries === 1 ? 'created' : 'rescheduled'],
        )
      }),
    )
  })
})
