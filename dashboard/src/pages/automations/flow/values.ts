// The values that expressions of a step can use: the data of the trigger, and the outputs of steps before it.
import { type Flow, locate, ownerOf, placeOf, type Step, stepsIn } from './flow.ts'
import { type ValuePath, writePath } from './value-path.ts'

export interface Available {
  /** The steps that can have run before, in the order of the flow. */
  steps: Step[]
  isInLoop: boolean
}

/** As the server checks references: steps of the other branch and of a loop before are not available. */
export function availableAt(flow: Flow, path: string): Available {
  const chain = chainOf(path)
  const steps: Step[] = []
  let isInLoop = false
  let list: readonly Step[] = flow.steps
  for (const [at, each] of chain.entries()) {
    const { index } = placeOf(each)
    for (const earlier of list.slice(0, index)) steps.push(...completed(earlier))
    const next = chain[at + 1]
    const owner = list[index]
    if (next === undefined || !owner) break
    const branch = /\.(\w+)\.\d+$/.exec(next)![1] as 'then' | 'else' | 'steps'
    steps.push(...(branch === 'steps' ? [] : [owner]))
    if (branch === 'steps') isInLoop = true
    list = stepsIn(owner, branch)
  }
  return { steps, isInLoop }
}

/** The paths of the steps around a step, and its own. */
function chainOf(path: string): string[] {
  const owner = ownerOf(placeOf(path).list)
  return owner === undefined ? [path] : [...chainOf(owner), path]
}

/** The step, with those of its branches. Steps of a loop have no single output after it. */
function completed(step: Step): Step[] {
  const inner = (['then', 'else'] as const).flatMap((branch) => stepsIn(step, branch).flatMap(completed))
  return [step, ...inner]
}

export interface Value {
  /** Without braces. */
  expression: string
  path: ValuePath
  group: 'trigger' | 'steps' | 'loop' | 'run'
  /** The value in the latest run. Undefined if it is not known. */
  example: unknown
}

export interface Known {
  trigger: unknown
  /** By the name of the step. */
  outputs: ReadonlyMap<string, unknown>
}

const maxDepth = 4
const maxValues = 400

/** Runs have them only if the flow refers to them. */
const requestFields = { method: 'POST', query: {}, headers: {} }

/** An example of the data of a trigger: what is known of it, with the fields of the request for a webhook. */
export function triggerExample({ trigger }: Flow, sample: unknown, latest: unknown): unknown {
  const data = isFields(sample) && isFields(latest) ? { ...sample, ...latest } : (latest ?? sample)
  if (trigger.type !== 'webhook' || !(isFields(data) || data == null)) return data
  return { ...data, ...requestFields, ...data }
}

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields are listed as far as the latest run shows them. */
export function valuesOf({ steps, isInLoop }: Available, known: Known): Value[] {
  const values: Value[] = []
  const add = (path: ValuePath, group: Value['group'], example: unknown, depth = 0): void => {
    if (values.length >= maxValues) return
    values.push({ expression: writePath(path), path, group, example })
    if (depth >= maxDepth || typeof example !== 'object' || example === null) return
    if (Array.isArray(example)) {
      if (example.length > 0) add([...path, 0], group, example[0], depth + 1)
      return
    }
    for (const [key, inner] of Object.entries(example)) add([...path, key], group, inner, depth + 1)
  }
  if (isInLoop) {
    add(['item'], 'loop', undefined)
    add(['index'], 'loop', undefined)
  }
  for (const { name, type } of steps.toReversed())
    add(['steps', name], 'steps', known.outputs.get(name) ?? resultOf(type))
  add(['trigger'], 'trigger', known.trigger)
  add(['now'], 'run', undefined)
  add(['run', 'id'], 'run', undefined)
  return values
}

const sent = ['conversation_id', 'message_id', 'status']
const results: Record<string, readonly string[]> = {
  http_request: ['status', 'body', 'headers'],
  send_sms: sent,
  send_template: sent,
  send_freeform: sent,
  send_email: ['status', 'recipients', 'refused'],
  make_call: ['call_id', 'status'],
  reply: ['reply', 'conversation_id'],
  code: ['output'],
  search_knowledge: ['passages'],
}

/** The fields of the result of a step that has not run yet. */
const resultOf = (type: string): object | undefined =>
  results[type] && Object.fromEntries(results[type].map((field) => [field, undefined]))

/** The names of all steps that contain this text in an expression. */
export const usersOf = (flow: Flow, name: string): string[] =>
  locate(flow)
    .filter(({ step }) => {
      const { then: _then, else: _else, steps: _steps, ...own } = step.input
      return new RegExp(`\\bsteps\\.${name}\\b`).test(JSON.stringify(own))
    })
    .map(({ step }) => step.name)
