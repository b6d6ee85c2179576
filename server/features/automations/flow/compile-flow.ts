// Prepares a version of a flow for its runs: expressions are compiled once.

import { compileExpression, type Expression } from '../expressions/compile-expression.ts'
import { type CompiledValue, compileValue } from '../expressions/compile-value.ts'
import { controlTypes } from '../steps/control-steps.ts'
import { stepTypes } from '../steps/library.ts'
import type { StepType } from '../steps/step-type.ts'
import type { Flow, Step } from './flow.ts'

export interface CompiledStep {
  name: string
  type: string
  /** Undefined for steps that the engine carries out itself, and for types that this process does not know. */
  stepType: StepType | undefined
  isControl: boolean
  /** Without nested steps and expressions. */
  input: CompiledValue
  expressions: Readonly<Record<string, Expression>>
  nested: Readonly<Record<string, readonly CompiledStep[]>>
}

export interface CompiledFlow {
  steps: readonly CompiledStep[]
}

export const compileFlow = ({ steps }: Flow): CompiledFlow => ({ steps: steps.map(compileStep) })

function compileStep({ name, type, input }: Step): CompiledStep {
  const control = controlTypes.get(type)
  const { nested = [], expressions = [] } = control ?? {}
  const plain = Object.entries(input).filter(([field]) => !nested.includes(field) && !expressions.includes(field))
  const given = (fields: readonly string[]) => fields.filter((field) => input[field] !== undefined)
  return {
    name,
    type,
    stepType: stepTypes.get(type),
    isControl: control !== undefined,
    input: compileValue(Object.fromEntries(plain)),
    expressions: Object.fromEntries(
      given(expressions).map((field) => [field, compileExpression(String(input[field]))]),
    ),
    nested: Object.fromEntries(given(nested).map((field) => [field, (input[field] as Step[]).map(compileStep)])),
  }
}

/** Whether a test run would send, spend or change something. */
export const hasSideEffects = (steps: readonly CompiledStep[]): boolean =>
  steps.some(
    ({ type, stepType, nested }) =>
      type === 'call_flow' || stepType?.hasSideEffects || Object.values(nested).some(hasSideEffects),
  )
