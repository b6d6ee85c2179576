// Changes of flows: each returns another flow, and leaves the given one unchanged.
import { type Branch, branchesOf, type Flow, locate, ownerOf, type Place, placeOf, type Step, stepsIn } from './flow.ts'

type Change = (steps: readonly Step[]) => Step[]

/** Changes the list at `steps` or `steps.0.input.then`. A list that does not exist is left alone. */
function changeList(flow: Flow, list: string, change: Change): Flow {
  const hops = [...list.matchAll(/(\d+)\.input\.(then|else|steps)/g)].map(([, index, branch]) => ({
    index: Number(index),
    branch: branch as Branch,
  }))
  const at = (steps: readonly Step[], depth: number): Step[] => {
    const hop = hops[depth]
    if (!hop) return change(steps)
    return steps.map((step, index) => {
      if (index !== hop.index) return step
      return { ...step, input: { ...step.input, [hop.branch]: at(stepsIn(step, hop.branch), depth + 1) } }
    })
  }
  return { ...flow, steps: at(flow.steps, 0) }
}

const put = (flow: Flow, { list, index }: Place, step: Step): Flow =>
  changeList(flow, list, (steps) => steps.toSpliced(index, 0, step))

const nameLimit = 64

/** Adds a number if the name is taken. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`
    const name = `${wanted.slice(0, nameLimit - suffix.length)}${suffix}`
    if (!taken.has(name)) return name
  }
}

const namesOf = (flow: Flow): Set<string> => new Set(locate(flow).map(({ step }) => step.name))

/** What a step of the type has first; the author fills in the rest. */
const inputs: Record<string, Record<string, unknown>> = {
  condition: { if: '', then: [], else: [] },
  loop: { items: [], steps: [] },
  delay: { seconds: 3_600 },
  http_request: { method: 'GET', url: '' },
  ai: { task: 'generate', prompt: '' },
  code: { source: 'return {}' },
}

export function insertStep(flow: Flow, place: Place, type: string): { flow: Flow; name: string } {
  const name = freeName(type, namesOf(flow))
  return { flow: put(flow, place, { name, type, input: structuredClone(inputs[type] ?? {}) }), name }
}

export const removeStep = (flow: Flow, path: string): Flow => {
  const { list, index } = placeOf(path)
  return changeList(flow, list, (steps) => steps.toSpliced(index, 1))
}

export const findStep = (flow: Flow, path: string): Step | undefined =>
  locate(flow).find((each) => each.path === path)?.step

/** Returns the same flow if the place is inside the step. */
export function moveStep(flow: Flow, path: string, place: Place): Flow {
  const step = findStep(flow, path)
  if (!step || `${place.list}.`.startsWith(`${path}.`)) return flow
  return removeStep(put(flow, place, step), shifted(path, place))
}

/** The path after something was put at the place. */
function shifted(path: string, { list, index }: Place): string {
  if (!path.startsWith(`${list}.`)) return path
  const [own, ...rest] = path.slice(list.length + 1).split('.')
  return Number(own) < index ? path : [list, Number(own) + 1, ...rest].join('.')
}

/** The place one step earlier or later; out of a branch at its ends. Undefined at the ends of the flow. */
export function placeBeside(flow: Flow, path: string, direction: 'up' | 'down'): Place | undefined {
  const { list, index } = placeOf(path)
  const owner = ownerOf(list)
  if (direction === 'up') {
    if (index > 0) return { list, index: index - 1 }
    return owner === undefined ? undefined : placeOf(owner)
  }
  const isLast = !locate(flow).some((each) => each.list === list && each.index === index + 1)
  if (!isLast) return { list, index: index + 2 }
  if (owner === undefined) return undefined
  const outer = placeOf(owner)
  return { list: outer.list, index: outer.index + 1 }
}

export function duplicateStep(flow: Flow, path: string): { flow: Flow; name: string } {
  const step = findStep(flow, path)
  if (!step) return { flow, name: '' }
  const taken = namesOf(flow)
  const renamed = new Map<string, string>()
  const collect = (one: Step): void => {
    const name = freeName(one.name, taken)
    taken.add(name)
    renamed.set(one.name, name)
    for (const branch of branchesOf(one.type)) stepsIn(one, branch).forEach(collect)
  }
  collect(step)
  const { list, index } = placeOf(path)
  return { flow: put(flow, { list, index: index + 1 }, copyOf(step, renamed)), name: renamed.get(step.name)! }
}

function copyOf(step: Step, renamed: ReadonlyMap<string, string>): Step {
  const [copied] = withReferences([step], renamed)
  const rename = (one: Step): Step => ({
    ...one,
    name: renamed.get(one.name) ?? one.name,
    input: {
      ...one.input,
      ...Object.fromEntries(
        branchesOf(one.type)
          .filter((branch) => one.input[branch] !== undefined)
          .map((branch) => [branch, stepsIn(one, branch).map(rename)]),
      ),
    },
  })
  return rename(copied!)
}

/** Expressions that refer to renamed steps follow them. Source code has no references. */
function withReferences(steps: readonly Step[], renamed: ReadonlyMap<string, string>): Step[] {
  const inText = (text: string): string =>
    text.replaceAll(/\bsteps\.([a-z0-9_]+)/g, (all, name: string) => {
      const next = renamed.get(name)
      return next === undefined ? all : `steps.${next}`
    })
  const inValue = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value)
    if (Array.isArray(value)) return value.map(inValue)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inValue(inner)]))
  }
  return steps.map((step) => {
    const entries = Object.entries(step.input).map(([field, value]): [string, unknown] => {
      if (branchesOf(step.type).includes(field as Branch) && Array.isArray(value))
        return [field, withReferences(value as Step[], renamed)]
      return [field, step.type === 'code' && field === 'source' ? value : inValue(value)]
    })
    return { ...step, input: Object.fromEntries(entries) }
  })
}

const changeStep = (flow: Flow, path: string, change: (step: Step) => Step): Flow => {
  const { list, index } = placeOf(path)
  return changeList(flow, list, (steps) => steps.map((step, at) => (at === index ? change(step) : step)))
}

/** References to the step follow its name. */
export function renameStep(flow: Flow, path: string, name: string): Flow {
  const step = findStep(flow, path)
  if (!step) return flow
  const next = { ...flow, steps: withReferences(flow.steps, new Map([[step.name, name]])) }
  return changeStep(next, path, (one) => ({ ...one, name }))
}

/** Undefined removes the field. */
export const setInput = (flow: Flow, path: string, field: string, value: unknown): Flow =>
  changeStep(flow, path, (step) => ({ ...step, input: withField(step.input, field, value) }))

/** Undefined removes the field. */
export function withField(input: Record<string, unknown>, field: string, value: unknown): Record<string, unknown> {
  const { [field]: _, ...others } = input
  return value === undefined ? others : { ...input, [field]: value }
}
