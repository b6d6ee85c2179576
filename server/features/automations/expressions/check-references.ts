// Checks the expressions of a flow before it runs.
import { compileExpression } from './compile-expression.ts'
import { compileValue, countExpressions, type ExpressionCount, type ValuePath } from './compile-value.ts'
import { InvalidExpression } from './errors.ts'

interface Step {
  name: string
  type: string
  input: Record<string, unknown>
}

export interface ReferenceFault {
  /** From the root of the flow, such as `steps.0.input.to`. */
  path: string
  message: string
}

const maxFaults = 100
const maxNesting = 16

interface Check {
  faults: ReferenceFault[]
  expressions: ExpressionCount
  names: ReadonlySet<string>
  /** The steps that can have run before the one that is checked. */
  available: Set<string>
  inputs: SpecialInputs
}

/** The fields of inputs that do not have expressions in double braces, by type of step. */
export interface SpecialInputs {
  /** Without expressions, such as source code. */
  literal(type: string): readonly string[]
  /** One expression without braces. */
  expressions(type: string): readonly string[]
}

/** A step can refer to those before it, also in a branch of an earlier condition. Returns at most 100 faults. */
export function checkReferences(flow: { steps: readonly Step[] }, inputs: SpecialInputs): ReferenceFault[] {
  const names = new Set<string>()
  const check: Check = { faults: [], expressions: countExpressions(), names, available: new Set(), inputs }
  collectNames(flow.steps, names, 0)
  checkSteps(flow.steps, ['steps'], 0, check)
  return check.faults
}

/** The steps of a branch or a loop. */
function innerSteps(step: Step, key: 'then' | 'else' | 'steps'): Step[] | undefined {
  const value = step.input[key]
  const isStep = (item: unknown): item is Step =>
    typeof item === 'object' &&
    item !== null &&
    'name' in item &&
    typeof item.name === 'string' &&
    'type' in item &&
    typeof item.type === 'string' &&
    'input' in item &&
    typeof item.input === 'object' &&
    item.input !== null
  return Array.isArray(value) && value.every(isStep) ? value : undefined
}

function collectNames(steps: readonly Step[], names: Set<string>, nesting: number): void {
  if (nesting > maxNesting) return
  for (const step of steps) {
    names.add(step.name)
    for (const key of ['then', 'else', 'steps'] as const) collectNames(innerSteps(step, key) ?? [], names, nesting + 1)
  }
}

/** Returns the names of the steps, and of those in their branches. */
function checkSteps(steps: readonly Step[], path: ValuePath, loops: number, check: Check): string[] {
  if (path.length / 3 > maxNesting) {
    report(path, 'The steps are nested too deeply.', check)
    return []
  }
  return steps.flatMap((step, index) => {
    const inner = checkStep(step, [...path, index, 'input'], loops, check)
    check.available.add(step.name)
    return [...inner, step.name]
  })
}

function checkStep(step: Step, path: ValuePath, loops: number, check: Check): string[] {
  const { available } = check
  const branches = (['then', 'else'] as const).map((key) => ({ key, steps: innerSteps(step, key) }))
  const body = innerSteps(step, 'steps')
  const skipped = new Set(check.inputs.literal(step.type))
  for (const { key, steps } of branches) if (steps) skipped.add(key)
  if (body) skipped.add('steps')
  const expressions = check.inputs.expressions(step.type)
  for (const [key, value] of Object.entries(step.input)) {
    if (skipped.has(key)) continue
    if (expressions.includes(key)) checkExpression(String(value), [...path, key], loops, check)
    else checkValue(value, [...path, key], loops, check)
  }

  const names: string[] = []
  for (const { key, steps } of branches) {
    // Steps of one branch do not run before those of the other.
    const inBranch = checkSteps(steps ?? [], [...path, key], loops, check)
    for (const name of inBranch) available.delete(name)
    names.push(...inBranch)
  }
  for (const name of names) available.add(name)
  // Steps of a loop run several times, so they have no single output after it.
  for (const name of checkSteps(body ?? [], [...path, 'steps'], loops + 1, check)) available.delete(name)
  return names
}

function checkExpression(source: string, path: ValuePath, loops: number, check: Check): void {
  try {
    for (const reference of compileExpression(source).references) checkReference(reference, path, loops, check)
  } catch (error) {
    if (!(error instanceof InvalidExpression)) throw error
    report(path, error.message, check)
  }
}

function checkValue(value: unknown, path: ValuePath, loops: number, check: Check): void {
  compileValue(value, {
    expressions: check.expressions,
    onFault: (inside, fault) => report([...path, ...inside], fault.message, check),
    onReference: (inside, reference) => checkReference(reference, [...path, ...inside], loops, check),
  })
}

function checkReference(reference: readonly string[], path: ValuePath, loops: number, check: Check): void {
  const message = faultOf(reference, loops, check)
  if (message !== undefined) report(path, message, check)
}

function faultOf([root, name]: readonly string[], loops: number, check: Check): string | undefined {
  if ((root === 'item' || root === 'index') && loops === 0) return `\`${root}\` is only known inside a loop.`
  if (root !== 'steps') return undefined
  if (name === undefined) return 'A step is referenced by its name, such as `steps.lookup`.'
  if (check.available.has(name)) return undefined
  const shown = name.slice(0, 64)
  return check.names.has(name)
    ? `The step \`${shown}\` does not run before this one.`
    : `There is no step \`${shown}\`.`
}

function report(path: ValuePath, message: string, { faults }: Check): void {
  if (faults.length < maxFaults) faults.push({ path: path.join('.'), message })
}
