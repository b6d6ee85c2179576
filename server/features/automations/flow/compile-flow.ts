// Prepares a version of a flow for its runs: expressions are compiled once.
import { compileExpression, type Expression } from '../expressions/compile-expression.ts'
import {
  type CompiledValue,
  compileValue,
  countExpressions,
  type ExpressionCount,
} from '../expressions/compile-value.ts'
import { controlTypes } from '../steps/control-steps.ts'
import { stepTypes } from '../steps/library.ts'
import type { StepType } from '../steps/step-type.ts'
import type { Flow, Step } from './flow.ts'
import { queryNamesOf, type RequestField, requestFieldsOf } from './request-fields.ts'

export interface CompiledStep {
  name: string
  type: string
  /** Undefined for steps that the engine carries out itself, and for types that this process does not know. */
  stepType: StepType | undefined
  isControl: boolean
  /** The paths in its expressions, without those of the steps that it contains. */
  references: readonly (readonly string[])[]
  /** Its result depends on the time at which it is executed. */
  readsClock: boolean
  /** Without the fields below. */
  input: CompiledValue
  /** Fields without expressions, such as source code. */
  literal: Readonly<Record<string, unknown>>
  expressions: Readonly<Record<string, Expression>>
  /** The texts of the expressions. */
  sources: Readonly<Record<string, string>>
  nested: Readonly<Record<string, readonly CompiledStep[]>>
}

export interface CompiledFlow {
  /** The fields of a webhook's request that the steps refer to. Empty for other triggers. */
  requestFields: readonly RequestField[]
  /** The parameters of the query that the steps refer to by their names. */
  queryNames: readonly string[]
  steps: readonly CompiledStep[]
}

/** Throws an `InvalidExpression` for a flow that was not checked. */
export function compileFlow({ trigger, steps }: Flow): CompiledFlow {
  const expressions = countExpressions()
  const compiled = steps.map((step) => compileStep(step, expressions))
  const references = trigger.type === 'webhook' ? referencesOf(compiled) : []
  return {
    requestFields: requestFieldsOf(references),
    queryNames: queryNamesOf(references),
    steps: compiled,
  }
}

const referencesOf = (steps: readonly CompiledStep[]): (readonly string[])[] =>
  steps.flatMap(({ references, nested }) => [...references, ...Object.values(nested).flatMap(referencesOf)])

function compileStep({ name, type, input }: Step, count: ExpressionCount): CompiledStep {
  const control = controlTypes.get(type)
  const stepType = stepTypes.get(type)
  const { nested = [], expressions = [] } = control ?? {}
  const { literalInputs = [] } = stepType ?? {}
  const given = (fields: readonly string[]) => fields.filter((field) => input[field] !== undefined)
  const special = [...nested, ...expressions, ...literalInputs]
  const plain = Object.fromEntries(Object.entries(input).filter(([field]) => !special.includes(field)))
  const literal = Object.fromEntries(given(literalInputs).map((field) => [field, input[field]]))
  const sources = Object.fromEntries(given(expressions).map((field) => [field, String(input[field])]))
  const compiled = Object.fromEntries(
    Object.entries(sources).map(([field, source]) => [field, compileExpression(source)]),
  )
  const values = compileValue(plain, { expressions: count })
  const references = [values, ...Object.values(compiled)].flatMap((one) => one.references)
  return {
    name,
    type,
    stepType,
    isControl: control !== undefined,
    references,
    readsClock: references.some(([root]) => root === 'now'),
    input: values,
    literal,
    expressions: compiled,
    sources,
    nested: Object.fromEntries(
      given(nested).map((field) => [field, (input[field] as Step[]).map((step) => compileStep(step, count))]),
    ),
  }
}

/** The names of the steps, with those that they contain. */
export const namesOf = (steps: readonly CompiledStep[]): string[] =>
  steps.flatMap(({ name, nested }) => [name, ...Object.values(nested).flatMap(namesOf)])
