// Tests the number of attempts that a lead can need at most.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { nextStep } from '../attempt/outcome.ts'
import { attemptsLeft } from './attempt-costs.ts'

const campaigns = fc.record({
  channel: fc.constantFrom('call' as const, 'sms' as const),
  fallbackChannel: fc.constantFrom(null, 'sms' as const, 'chatapp' as const),
  maxRetries: fc.nat(3),
})
const leads = fc.record({
  isFallback: fc.boolean(),
  contactPosition: fc.nat(2),
  contacts: fc.nat(3),
  tries: fc.nat(4),
})

it('the most attempts of a lead are those that follow when each one gets no answer', () => {
  fc.assert(
    fc.property(campaigns, leads, (campaign, lead) => {
      fc.pre(lead.contactPosition <= lead.contacts)
      const rules = { ...campaign, retryIntervalMinutes: 10, retryOnVoicemail: true, retryOnGoalIncomplete: false }
      const secondaryContacts = Array.from({ length: lead.contacts })
      const made = { calls: 0, messages: 0 }
      let position = { ...lead, status: 'rescheduled' }
      while (position.status === 'rescheduled') {
        const channel = (position.isFallback && campaign.fallbackChannel) || campaign.channel
        made[channel === 'call' ? 'calls' : 'messages']++
        const result = {
          outcome: channel === 'call' ? 'no_answer' : 'failed',
          isPermanent: false,
          goalReached: null,
        } as const
        position = {
          ...position,
          ...nextStep(rules, { ...position, tries: position.tries + 1, secondaryContacts }, result),
        }
      }
      assert.deepEqual(attemptsLeft(campaign, lead), made)
    }),
    { numRuns: 500 },
  )
})
