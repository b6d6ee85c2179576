// A flow as the API has it, and where its steps are.
export interface Step {
  /** Unique in the flow. */
  name: string
  type: string
  input: Record<string, unknown>
}

export interface Trigger {
  type: string
  input?: Record<string, unknown>
}

export interface Flow {
  trigger: Trigger
  steps: Step[]
}

export type Branch = 'then' | 'else' | 'steps'

export const branchesOf = (type: string): readonly Branch[] =>
  type === 'condition' ? ['then', 'else'] : type === 'loop' ? ['steps'] : []

export function stepsIn({ type, input }: Step, branch: Branch): Step[] {
  const inner = branchesOf(type).includes(branch) ? input[branch] : undefined
  return Array.isArray(inner) ? (inner as Step[]) : []
}

/** Where a step can be: in the list `steps` or `steps.0.input.then`, before the step that is there now. */
export interface Place {
  list: string
  index: number
}

export interface Located extends Place {
  step: Step
  /** As the server names it in its messages, such as `steps.0.input.then.1`. */
  path: string
  depth: number
}

/** All steps in the order in which they are written. */
export function locate(flow: Flow): Located[] {
  const found: Located[] = []
  const add = (steps: readonly Step[], list: string, depth: number): void => {
    steps.forEach((step, index) => {
      const path = `${list}.${index}`
      found.push({ step, path, list, index, depth })
      for (const branch of branchesOf(step.type)) add(stepsIn(step, branch), `${path}.input.${branch}`, depth + 1)
    })
  }
  add(flow.steps, 'steps', 0)
  return found
}

export const placeOf = (path: string): Place => {
  const at = path.lastIndexOf('.')
  return { list: path.slice(0, at), index: Number(path.slice(at + 1)) }
}

/** The path of the step that contains the list; undefined for the list of the flow. */
export const ownerOf = (list: string): string | undefined => /^(.*)\.input\.\w+$/.exec(list)?.[1]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the flow if the value has its shape, so that it can be drawn. The server checks the rest. */
export function asFlow(value: unknown): Flow | undefined {
  if (!isObject(value) || !isObject(value['trigger']) || typeof value['trigger']['type'] !== 'string') return undefined
  const steps = asSteps(value['steps'])
  return steps && { ...value, trigger: value['trigger'] as unknown as Trigger, steps }
}

function asSteps(value: unknown): Step[] | undefined {
  if (!Array.isArray(value)) return undefined
  const steps = value.map(asStep)
  return steps.every((step) => step !== undefined) ? steps : undefined
}

function asStep(value: unknown): Step | undefined {
  if (!isObject(value) || typeof value['name'] !== 'string' || typeof value['type'] !== 'string') return undefined
  const input = value['input'] ?? {}
  if (!isObject(input)) return undefined
  const step = { ...value, name: value['name'], type: value['type'], input }
  const isValid = branchesOf(step.type).every((branch) => input[branch] === undefined || asSteps(input[branch]))
  return isValid ? step : undefined
}
