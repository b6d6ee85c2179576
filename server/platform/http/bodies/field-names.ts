// Builds nested values from field names such as `links[]`, `links[0]` and `links[0][link]`.
import type { UploadedFile } from '#contract/wire/fields.ts'
import { UnreadableBody } from './json-body.ts'

type Value = string | UploadedFile

/** A list or a map that is being built; the keys of a list are its indexes. */
type Branch = Map<string, Branch | Value>

const maxDepth = 4

/** `a[0][b]` becomes `['a', '0', 'b']`; `[]` becomes an empty step. A name of another form is one step. */
export function stepsOf(name: string): string[] {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? []
  const steps = first === undefined ? [name] : [first, ...rest!.slice(1, -1).split('][')]
  if (steps.length > maxDepth) throw new UnreadableBody(`A field name has more than ${maxDepth} levels.`)
  if (steps.includes('__proto__')) throw new UnreadableBody('A field name is not valid.')
  return steps
}

export interface NestedFields {
  /** Throws if the field exists already. */
  add(steps: readonly string[], value: Value): void
  /** Maps whose keys are all indexes become lists without gaps. */
  value(): Record<string, unknown>
}

export function createNestedFields(): NestedFields {
  const root: Branch = new Map()
  return {
    add: (steps, value) => insert(root, steps, value),
    value: () => Object.fromEntries([...root].map(([name, child]) => [name, valueFrom(child)])),
  }
}

function insert(branch: Branch, [step, ...rest]: readonly string[], value: Value): void {
  const key = step === '' ? String(nextIndexOf(branch)) : step!
  const existing = branch.get(key)
  if (rest.length === 0 && existing === undefined) {
    branch.set(key, value)
    return
  }
  if (rest.length === 0 || (existing !== undefined && !(existing instanceof Map)))
    throw new UnreadableBody('The request body has the same field twice.')
  const next: Branch = existing ?? new Map()
  branch.set(key, next)
  insert(next, rest, value)
}

const isIndex = (key: string): boolean => /^\d{1,6}$/.test(key)

const nextIndexOf = (branch: Branch): number => Math.max(-1, ...[...branch.keys()].filter(isIndex).map(Number)) + 1

function valueFrom(node: Branch | Value): unknown {
  if (!(node instanceof Map)) return node
  const entries = [...node].map(([key, item]) => [key, valueFrom(item)] as const)
  if (!entries.every(([key]) => isIndex(key))) return Object.fromEntries(entries)
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item)
}
