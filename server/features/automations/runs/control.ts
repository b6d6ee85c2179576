// Carries out the steps that decide how a run continues.
import type { CompiledStep } from '../flow/compile-flow.ts'
import { controlTypes, maxRounds } from '../steps/control-steps.ts'
import { readInput } from '../steps/read-input.ts'
import { wiringError } from '../steps/step-type.ts'
import type { Response, StepAttempt, StoredStep } from './run.ts'

export interface CalledFlow {
  automationId: string
  input: Record<string, unknown>
  /** The step that calls. */
  caller: StepAttempt
}

export interface Control {
  step: CompiledStep
  attempt: StepAttempt
  input: Record<string, unknown>
  scope: object
  now: Date
  /** The delay, if it has ended now. */
  paused: StoredStep | undefined
  callFlow(called: CalledFlow): Promise<unknown>
}

export type ControlOutcome =
  | { kind: 'output'; output: unknown; outcome?: string | undefined; response?: Response }
  | { kind: 'pause'; until: Date }
  | { kind: 'end'; failure: string | undefined }
  | { kind: 'rounds'; items: readonly unknown[] }

export async function runControl({
  step,
  attempt,
  input,
  scope,
  now,
  paused,
  callFlow,
}: Control): Promise<ControlOutcome> {
  switch (step.type) {
    case 'condition': {
      const result = step.expressions['if']!.evaluate(scope as never)
      if (typeof result !== 'boolean') throw wiringError('The expression of a condition must be true or false.')
      return { kind: 'output', output: { result } }
    }
    case 'loop': {
      const { items } = input
      if (!Array.isArray(items)) throw wiringError('The items of a loop must be a list.')
      if (items.length > maxRounds) throw wiringError(`A loop may not have more than ${maxRounds} items.`)
      return { kind: 'rounds', items }
    }
    case 'delay':
      return delay(checked(step, input), now, paused)
    case 'set': {
      const { values = {}, outcome } = checked(step, input) as { values?: object; outcome?: string }
      return { kind: 'output', output: values, outcome }
    }
    case 'respond': {
      const { status = 200, body = null, ...others } = checked(step, input) as Partial<Response>
      const response = { status, body, ...others }
      return { kind: 'output', output: response, response }
    }
    case 'stop': {
      const { fail = false, message } = checked(step, input) as { fail?: boolean; message?: string }
      return { kind: 'end', failure: fail ? (message ?? 'The flow stopped the run.') : undefined }
    }
    case 'call_flow': {
      const { automation_id, input: data = {} } = checked(step, input) as {
        automation_id: string
        input?: Record<string, unknown>
      }
      return { kind: 'output', output: await callFlow({ automationId: automation_id, input: data, caller: attempt }) }
    }
    default:
      throw new Error(`The engine does not carry out ${step.type}.`)
  }
}

const maxDelayMs = 366 * 86_400_000

function delay(input: Record<string, unknown>, now: Date, paused: StoredStep | undefined): ControlOutcome {
  const { seconds, until } = input as { seconds?: number; until?: string }
  const before = (paused?.output as { until?: string } | undefined)?.until
  if (before !== undefined) return { kind: 'output', output: { until: before } }
  if ((seconds === undefined) === (until === undefined)) throw wiringError('A delay needs either seconds or until.')
  const at = seconds === undefined ? new Date(until!) : new Date(now.getTime() + seconds * 1_000)
  if (at.getTime() > now.getTime() + maxDelayMs) throw wiringError('A delay may not be longer than a year.')
  return { kind: 'pause', until: at }
}

/** Checks the values that replaced references. */
const checked = (step: CompiledStep, input: Record<string, unknown>): Record<string, unknown> =>
  readInput(controlTypes.get(step.type)!.values, input)
