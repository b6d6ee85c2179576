// Checks the definition of a flow, and names the path of each fault.
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import { checkReferences, type SpecialInputs } from '../expressions/check-references.ts'
import { controlTypes } from '../steps/control-steps.ts'
import { findStepType } from '../steps/find-step-type.ts'
import { stepTypes } from '../steps/library.ts'
import { errorsOfDefinition } from '../steps/read-input.ts'
import type { Flow, Step, TriggerType } from './flow.ts'
import { triggerInputs } from './triggers.ts'

export interface FlowFault {
  /** Such as `steps.2.input.url`. */
  path: string
  message: string
}

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
    addErrors(`${path}.input`, errorsOfDefinition(stepType.input, input))
    const branches = nested
      .filter((field) => input[field] !== undefined)
      .map((field) => [field, readSteps(input[field], `${path}.input.${field}`, depth + 1)])
    return { name, type: stepType.type, input: { ...input, ...Object.fromEntries(branches) } }
  }

  const given = isObject(definition) ? definition : {}
  const trigger = isObject(given['trigger']) ? given['trigger'] : {}
  const flow: Flow = {
    trigger: { type: trigger['type'] as TriggerType, input: isObject(trigger['input']) ? trigger['input'] : {} },
    steps: readSteps(given['steps'], 'steps', 1),
  }
  const triggerInput = triggerInputs[flow.trigger.type]
  if (!Object.hasOwn(triggerInputs, String(flow.trigger.type)))
    add('trigger.type', 'The type of the trigger is not known.')
  else addErrors('trigger.input', errorsOfDefinition(triggerInput, flow.trigger.input))
  if (faults.length === 0) for (const { path, message } of checkReferences(flow, specialInputs)) add(path, message)
  return faults.length > 0 ? { faults } : { flow }
}

const specialInputs: SpecialInputs = {
  literal: (type) => stepTypes.get(type)?.literalInputs ?? [],
  expressions: (type) => controlTypes.get(type)?.expressions ?? [],
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
