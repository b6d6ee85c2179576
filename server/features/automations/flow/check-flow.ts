// Checks the definition of a flow, and names the path of each fault.
import { isObject } from '#contract/assistants/tool-parameters.ts'
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import { checkReferences, type SpecialInputs } from '../expressions/check-references.ts'
import { compileExpression } from '../expressions/compile-expression.ts'
import { InvalidExpression } from '../expressions/errors.ts'
import { controlTypes } from '../steps/control-steps.ts'
import { findStepType, stepTypes } from '../steps/library.ts'
import { errorsOfDefinition, readInput } from '../steps/read-input.ts'
import type { Flow, FlowFault, Step, Trigger, TriggerType } from './flow.ts'
import { triggerInputs } from './triggers.ts'

export type CheckedFlow = { flow: Flow; faults?: undefined } | { flow?: undefined; faults: FlowFault[] }

const maxCharacters = 256 * 1_024
const maxSteps = 200
const maxDepth = 8
const maxFaults = 20

export function checkFlow(definition: unknown): CheckedFlow {
  if (JSON.stringify(definition).length > maxCharacters)
    return { faults: [{ path: '', message: `A flow may not have more than ${maxCharacters / 1_024} kB.` }] }
  const faults: FlowFault[] = []
  const names = new Set<string>()
  let count = 0
  const add = (path: string, message: string) => {
    if (faults.length < maxFaults) faults.push({ path, message })
  }

  const addErrors = (path: string, errors: FieldErrors) => {
    for (const [field, [message]] of Object.entries(errors)) add(`${path}.${field}`, message!)
  }

  function readSteps(list: unknown, path: string, depth: number): Step[] {
    if (!Array.isArray(list)) {
      add(path, 'The steps must be a list.')
      return []
    }
    if (depth > maxDepth) {
      add(path, `Steps may not be nested more than ${maxDepth} times.`)
      return []
    }
    return list.flatMap((step, index) => readStep(step, `${path}.${index}`, depth) ?? [])
  }

  function readStep(value: unknown, path: string, depth: number): Step | undefined {
    if (++count > maxSteps) {
      if (count === maxSteps + 1) add(path, `A flow may not have more than ${maxSteps} steps.`)
      return undefined
    }
    const { name, type, input = {} } = isObject(value) ? value : ({} as Record<string, unknown>)
    if (typeof name !== 'string' || !/^[a-z0-9_]{1,64}$/.test(name))
      add(`${path}.name`, 'The name must have 1 to 64 of the characters a to z, 0 to 9 and _.')
    else if (names.has(name)) add(`${path}.name`, `The name ${name} is used twice.`)
    else names.add(name)
    const stepType = typeof type === 'string' ? findStepType(type) : undefined
    if (!stepType) add(`${path}.type`, 'The type of the step is not known.')
    if (!isObject(input)) add(`${path}.input`, 'The input must be an object.')
    if (!stepType || !isObject(input) || typeof name !== 'string') return undefined
    const nested = 'nested' in stepType ? stepType.nested : []
    const expressions = specialInputs.expressions(type as string)
    const withoutReferences = [...expressions, ...specialInputs.literal(type as string)]
    addErrors(`${path}.input`, errorsOfDefinition(stepType.input, input, withoutReferences))
    for (const field of expressions)
      if (isInBraces(input[field])) add(`${path}.input.${field}`, 'Write the expression without double braces.')
    const branches = nested
      .filter((field) => input[field] !== undefined)
      .map((field) => [field, readSteps(input[field], `${path}.input.${field}`, depth + 1)])
    return { name, type: stepType.type, input: { ...input, ...Object.fromEntries(branches) } }
  }

  /** Triggers have no references. */
  function readTrigger(value: unknown): Trigger {
    const { type, input } = isObject(value) ? value : ({} as Record<string, unknown>)
    const trigger = { type: type as TriggerType, input: {} }
    const schema = Object.hasOwn(triggerInputs, String(type)) ? triggerInputs[trigger.type] : undefined
    if (!schema) add('trigger.type', 'The type of the trigger is not known.')
    if (!isObject(input ?? {})) add('trigger.input', 'The input must be an object.')
    if (!schema || !isObject(input)) return trigger
    const errors = errorsOfDefinition(schema, input, Object.keys(input))
    addErrors('trigger.input', errors)
    return Object.keys(errors).length > 0 ? trigger : { ...trigger, input: readInput(schema, input) }
  }

  const given = isObject(definition) ? definition : {}
  const flow: Flow = { trigger: readTrigger(given['trigger']), steps: readSteps(given['steps'], 'steps', 1) }
  if (faults.length === 0) for (const { path, message } of checkReferences(flow, specialInputs)) add(path, message)
  return faults.length > 0 ? { faults } : { flow }
}

const specialInputs: SpecialInputs = {
  literal: (type) => stepTypes.get(type)?.literalInputs ?? [],
  expressions: (type) => controlTypes.get(type)?.expressions ?? [],
}

/** Braces can be a part of a text in the expression. */
function isInBraces(expression: unknown): boolean {
  if (typeof expression !== 'string' || !expression.includes('{{')) return false
  try {
    compileExpression(expression)
    return false
  } catch (error) {
    if (!(error instanceof InvalidExpression)) throw error
    return true
  }
}
