// Describes expectations and events of a call in words.
import type { Expectation, Overall, Step } from '../scenario/schema.ts'

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
export const milliseconds = (ms: number): string => `${Math.round(ms).toLocaleString('en')} ms`

export function describeExpectation(expected: Expectation): string {
  const subject = subjectOf(expected)
  if (expected.absent) return `for ${milliseconds(expected.for_ms!)}, it does not happen that ${subject}`
  const limits = [
    expected.not_before_ms === undefined ? '' : ` after ${milliseconds(expected.not_before_ms)} or later`,
    expected.within_ms === undefined ? '' : ` within ${milliseconds(expected.within_ms)}`,
  ]
  return `${subject}${limits.join('')}`
}

function subjectOf(expected: Expectation): string {
  const { assistant, speaks, customer, tool, note, detail, stops, pressed, transfer, ended } = expected
  if (assistant !== undefined) return `the assistant says “${assistant}”`
  if (speaks) return 'the assistant says something'
  if (customer !== undefined) return `the customer’s turn contains “${customer}”`
  if (tool !== undefined)
    return `the assistant calls ${tool}${expected.with ? ` with ${JSON.stringify(expected.with)}` : ''}`
  if (note !== undefined) return `the event ${note}${detail === undefined ? '' : ` with “${detail}”`} occurs`
  if (stops) return 'the assistant stops speaking'
  if (pressed !== undefined) return `the assistant presses ${pressed}`
  if (transfer !== undefined) return `the call is transferred to ${transfer}`
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
      return `There is noise for ${milliseconds(step.noise_ms)}`
    case 'press':
      return `The customer presses ${step.press}`
    default:
      return step.kind.replaceAll('_', ' ')
  }
}

export function describeOverall<Name extends keyof Overall>(name: Name, wanted: NonNullable<Overall[Name]>): string {
  const listed = Array.isArray(wanted) ? wanted.map((words) => `“${words}”`).join(', ') : String(wanted)
  switch (name) {
    case 'ended':
      return `the call ends: ${listed}`
    case 'longest_silence_ms':
      return `no silence is longer than ${milliseconds(Number(wanted))}`
    case 'heard_once':
      return `the customer hears once and completely: ${listed}`
    case 'model_knows':
      return `the model knows at its last answer: ${listed}`
    case 'model_does_not_know':
      return `the model does not know at its last answer: ${listed}`
    default:
      return `${name.replaceAll('_', ' ')}: ${listed}`
  }
}
