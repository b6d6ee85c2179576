// The kinds of steps of a test as the form offers them, and their fields.
import type { Expectation, Step } from './types.ts'

export const customerKinds = ['say', 'interrupt', 'wait_ms', 'noise_ms', 'press', 'hang_up'] as const
export const expectedKinds = [
  'speaks',
  'assistant',
  'stops',
  'customer',
  'tool',
  'note',
  'ended',
  'pressed',
  'transfer',
] as const

export type CustomerKind = (typeof customerKinds)[number]
export type ExpectedKind = (typeof expectedKinds)[number]
export type StepKind = CustomerKind | `expect.${ExpectedKind}`

export const stepKinds: readonly StepKind[] = [
  ...customerKinds,
  ...expectedKinds.map((kind): StepKind => `expect.${kind}`),
]

const emptyExpectations: Record<ExpectedKind, Expectation> = {
  speaks: { speaks: true, within_ms: 5_000 },
  assistant: { assistant: '', within_ms: 10_000 },
  stops: { stops: true, within_ms: 1_000 },
  customer: { customer: '', within_ms: 5_000 },
  tool: { tool: '', within_ms: 10_000 },
  note: { note: 'interrupted' },
  ended: { ended: 'assistant_ended', within_ms: 30_000 },
  pressed: { pressed: '' },
  transfer: { transfer: '' },
}

const emptySteps: Record<CustomerKind, Step> = {
  say: { say: '' },
  interrupt: { interrupt: '', after_ms: 1_000 },
  wait_ms: { wait_ms: 1_000 },
  noise_ms: { noise_ms: 1_000 },
  press: { press: '' },
  hang_up: { hang_up: true },
}

export function kindOf(step: Step): StepKind {
  const { expect } = step
  if (expect) return `expect.${expectedKinds.find((kind) => expect[kind] !== undefined) ?? 'assistant'}`
  return customerKinds.find((kind) => step[kind] !== undefined) ?? 'say'
}

const expectedKindOf = (kind: StepKind): ExpectedKind | undefined => {
  const name = kind.startsWith('expect.') ? kind.slice('expect.'.length) : undefined
  return expectedKinds.find((each) => each === name)
}

/** A step of another kind, which keeps its words. */
export function changeKind(step: Step, kind: StepKind): Step {
  const words = step.say ?? step.interrupt ?? step.expect?.assistant ?? step.expect?.customer ?? ''
  const expected = expectedKindOf(kind)
  if (expected === 'assistant' || expected === 'customer')
    return { expect: { ...emptyExpectations[expected], [expected]: words } }
  if (expected) return { expect: { ...emptyExpectations[expected] } }
  if (kind === 'say') return { say: words }
  if (kind === 'interrupt') return { ...emptySteps.interrupt, interrupt: words }
  return { ...emptySteps[kind as CustomerKind] }
}

/** What an expectation is about, without its limits of time. */
export function withTime(expected: Expectation, time: Pick<Expectation, 'within_ms' | 'for_ms'>): Expectation {
  const { within_ms: _within, for_ms: _for, absent: _absent, not_before_ms: earliest, ...subject } = expected
  if (time.for_ms !== undefined) return { ...subject, absent: true, for_ms: time.for_ms }
  return {
    ...subject,
    ...(earliest !== undefined && { not_before_ms: earliest }),
    ...(time.within_ms !== undefined && { within_ms: time.within_ms }),
  }
}
