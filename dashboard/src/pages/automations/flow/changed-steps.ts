// What another version of a flow has changed: its trigger, and which steps it has added, removed or changed.
import { branchesOf, type Flow, locate, type Step } from './flow.ts'

export type FlowChange = { kind: 'trigger' } | { kind: 'added' | 'removed' | 'changed'; step: string }

/** Without the steps inside of it, which are steps of their own, but with their order. */
const ownPart = (step: Step): string =>
  JSON.stringify(step, (key, value: unknown) =>
    branchesOf(step.type).some((branch) => branch === key) && Array.isArray(value)
      ? value.map((inner: Step) => inner.name)
      : value,
  )

const partsOf = (flow: Flow): Map<string, string> => new Map(locate(flow).map(({ step }) => [step.name, ownPart(step)]))

export function changesOf(before: Flow, after: Flow): FlowChange[] {
  const [known, next] = [partsOf(before), partsOf(after)]
  const changes: FlowChange[] = []
  if (JSON.stringify(before.trigger) !== JSON.stringify(after.trigger)) changes.push({ kind: 'trigger' })
  for (const [step, part] of next)
    if (!known.has(step)) changes.push({ kind: 'added', step })
    else if (known.get(step) !== part) changes.push({ kind: 'changed', step })
  for (const step of known.keys()) if (!next.has(step)) changes.push({ kind: 'removed', step })
  return changes
}
