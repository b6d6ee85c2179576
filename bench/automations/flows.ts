// The flows of the automations benchmark.
import { failsOncePath } from './target.ts'

export interface BenchFlow {
  name: string
  definition: Record<string, unknown>
  /** Steps that succeed in a run. */
  steps: number
  /** Requests that a run sends. */
  requests: number
}

type Step = { name: string; type: string; input: Record<string, unknown> }

const step = (name: string, type: string, input: Step['input']): Step => ({ name, type, input })

const definitionOf = (steps: Step[]): Record<string, unknown> => ({ trigger: { type: 'webhook', input: {} }, steps })

const lookup = (name: string, target: string): Step =>
  step(name, 'http_request', {
    method: 'POST',
    url: `${target}/customers`,
    body: { customer: '{{trigger.customer}}', amount: '{{trigger.amount}}' },
  })

/** What the benchmark posts to the webhook of a flow. */
export const order = { customer: 'C-20831', name: 'Ann Example', amount: 150, items: ['bread', 'rolls'] }

export const shortFlow = (target: string): BenchFlow => ({
  name: 'webhook, condition, http_request, respond',
  steps: 3,
  requests: 1,
  definition: definitionOf([
    step('is_large', 'condition', {
      if: 'trigger.amount > 100',
      then: [
        lookup('customer', target),
        step('answer', 'respond', { body: { tier: '{{steps.customer.body.tier}}', name: '{{trigger.name}}' } }),
      ],
    }),
  ]),
})

export const longFlow = (target: string): BenchFlow => ({
  name: 'ten steps, three of them http_request',
  steps: 10,
  requests: 3,
  definition: definitionOf([
    step('order', 'set', { values: { total: '{{trigger.amount * 2}}' } }),
    step('is_large', 'condition', { if: 'steps.order.total > 100', then: [lookup('customer', target)] }),
    step('tier', 'set', { values: { tier: '{{steps.customer.body.tier}}' } }),
    step('is_gold', 'condition', { if: 'steps.tier.tier == "gold"', then: [lookup('credit', target)] }),
    step('limit', 'set', { values: { credit: '{{steps.credit.body.credit}}' } }),
    lookup('stored', target),
    step('result', 'set', { values: { city: '{{steps.stored.body.contact.city}}' }, outcome: 'answered' }),
    step('answer', 'respond', { body: { limit: '{{steps.limit.credit}}', city: '{{steps.result.city}}' } }),
  ]),
})

/** The seconds of the delay are in the data of the trigger. */
export const delayedFlow = (target: string): BenchFlow => ({
  name: 'delay, http_request',
  steps: 2,
  requests: 1,
  definition: definitionOf([
    step('wait', 'delay', { seconds: '{{trigger.seconds}}' }),
    step('woken', 'http_request', { method: 'GET', url: `${target}/woken`, query: { key: '{{run.id}}' } }),
  ]),
})

/** The first attempt of every run fails. */
export const failingFlow = (target: string): BenchFlow => ({
  name: 'set, http_request',
  steps: 2,
  requests: 2,
  definition: definitionOf([
    step('before', 'set', { values: { name: '{{trigger.name}}' } }),
    step('fails', 'http_request', { method: 'GET', url: target + failsOncePath, query: { key: '{{run.id}}' } }),
  ]),
})
