// Describes expectations and events of a call in words.
import type { Expectation, Step } from '../scenario/schema.ts'

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
export const milliseconds = (ms: number): string => `${Math.round(ms).toLocaleString('en')} ms`

export function describeExpectation(expected: Expectation): string {
  const subject = subjectOf(expected)
  if (expected.absent) return `absent for ${milliseconds(expected.for_ms!)}: ${subject}`
  const limits = [
    expected.not_before_ms === undefined ? '' : ` after ${milliseconds(expected.not_before_ms)} or later`,
    expected.within_ms === undefined ? '' : ` within ${milliseconds(expected.within_ms)}`,
  ]
  return `${subject}${limits.join('')}`
}

function subjectOf(expected: Expectation): string {
  const { assistant, customer, tool, note, detail, stops, pressed, transfer, ended } = expected
  if (assistant !== undefined) return `the assistant says “${assistant}”`
  if (customer !== undefined) return `the customer’s turn contains “${customer}”`
  if (tool !== undefined)
    return `the assistant calls ${tool}${expected.with ? ` with ${JSON.stringify(expected.with)}` : ''}`
  if (note !== undefined) return `the event ${note}${detail === undefined ? '' : ` with “${detail}”`}`
  if (stops) return 'the assistant stops speaking'
  if (pressed !== undefined) return `the assistant presses ${pressed}`
  if (transfer !== undefined) return `a transfer to ${transfer}`
  return `the call ends: ${ended}`
}

/** What a step of the customer means, for reports. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'say':
      return `The customer says “${step.say}”`
    case 'interrupt':
      return `The customer interrupts: “${step.interrupt}”`
    case 'expect':
      return `Expected: ${describeExpectation(step.expect)}`
    case 'wait_ms':
      return `The customer waits for ${milliseconds(step.wait_ms)}`
    case 'noise_ms':
      return `Noise for ${milliseconds(step.noise_ms)}`
    case 'press':
      return `The customer presses ${step.press}`
    default:
      return step.kind.replaceAll('_', ' ')
  }
}
