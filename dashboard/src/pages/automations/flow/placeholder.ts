// A flow without steps, as the API stores it: with one step that has no effect.
import type { Flow, Step } from './flow.ts'

const noStep: Step = { name: 'first', type: 'set', input: {} }

/** Runs have the method, the parameters and the headers of their request because this step refers to them. */
const requestStep: Step = {
  name: 'first',
  type: 'set',
  input: { values: { method: '{{trigger.method}}', query: '{{trigger.query}}', headers: '{{trigger.headers}}' } },
}

const isSame = (one: Step, other: Step): boolean => JSON.stringify(one) === JSON.stringify(other)

export function withoutPlaceholder(flow: Flow): Flow {
  const [first, second] = flow.steps
  const isEmpty = first && !second && (isSame(first, noStep) || isSame(first, requestStep))
  return isEmpty ? { ...flow, steps: [] } : flow
}

export const withPlaceholder = (flow: Flow): Flow =>
  flow.steps.length > 0 ? flow : { ...flow, steps: [flow.trigger.type === 'webhook' ? requestStep : noStep] }
