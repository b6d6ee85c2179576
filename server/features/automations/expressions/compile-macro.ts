// Compiles what evaluates its arguments itself: `map` and the other loops over lists, `has`, `default` and `orValue`.
import { type Code, type Compilation, compileChild, invalid } from './compilation.ts'
import { compileIfReference, compileOptional } from './compile-reference.ts'
import { EvaluationError, UnresolvedReference } from './errors.ts'
import { charge, type Evaluation } from './evaluation.ts'
import type { Ast } from './parse-expression.ts'
import { isObject, typeOf } from './values.ts'

type Macro = (node: Ast, receiver: Ast, args: readonly Ast[], compilation: Compilation) => Code
type Visit = (isMatch: boolean, item: unknown, evaluation: Evaluation) => boolean | undefined

/** Calls `visit` for each item until it returns true. Objects are lists of their keys. */
function loop(macro: string, target: Ast, name: Ast, body: Ast, compilation: Compilation) {
  if (name.op !== 'id') throw invalid(`The first argument of \`${macro}\` is a name, such as \`x\`.`, name)
  const index = compilation.variables.length
  const items = compileChild(target, compilation)
  const nodesBefore = compilation.nodes.count
  const run = compileChild(body, compilation, [...compilation.variables, name.args])
  const stepsPerItem = compilation.nodes.count - nodesBefore
  return (evaluation: Evaluation, visit: (result: unknown, item: unknown) => boolean | undefined): void => {
    const value = items(evaluation)
    if (!Array.isArray(value) && !isObject(value))
      throw new EvaluationError(`\`${macro}\` needs a list or an object, but has ${typeOf(value)}.`)
    const list = Array.isArray(value) ? value : Object.keys(value)
    if (list !== value) charge(evaluation, list.length)
    for (const item of list) {
      charge(evaluation, stepsPerItem)
      evaluation.variables[index] = item
      if (visit(run(evaluation), item)) return
    }
  }
}

function conditionLoop(macro: string, list: Ast, [name, body]: readonly Ast[], compilation: Compilation) {
  const run = loop(macro, list, name!, body!, compilation)
  return (evaluation: Evaluation, visit: Visit): void =>
    run(evaluation, (result, item) => visit(asCondition(macro, result), item, evaluation))
}

export function asCondition(operator: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new EvaluationError(`\`${operator}\` needs true or false, but has ${typeOf(value)}.`)
}

const all: Macro = (_, list, args, compilation) => {
  const run = conditionLoop('all', list, args, compilation)
  return (evaluation) => {
    let result = true
    run(evaluation, (isMatch) => {
      result = isMatch
      return !isMatch
    })
    return result
  }
}

const exists: Macro = (_, list, args, compilation) => {
  const run = conditionLoop('exists', list, args, compilation)
  return (evaluation) => {
    let result = false
    run(evaluation, (isMatch) => {
      result = isMatch
      return isMatch
    })
    return result
  }
}

const existsOne: Macro = (_, list, args, compilation) => {
  const run = conditionLoop('exists_one', list, args, compilation)
  return (evaluation) => {
    let count = 0
    run(evaluation, (isMatch) => {
      if (isMatch) count++
      return count > 1
    })
    return count === 1
  }
}

const filter: Macro = (_, list, args, compilation) => {
  const run = conditionLoop('filter', list, args, compilation)
  return (evaluation) => {
    const results: unknown[] = []
    run(evaluation, (isMatch, item) => {
      if (isMatch) results.push(item)
      return false
    })
    return results
  }
}

const map: Macro = (_, list, [name, body], compilation) => {
  const run = loop('map', list, name!, body!, compilation)
  return (evaluation) => {
    const results: unknown[] = []
    run(evaluation, (result) => {
      results.push(result)
      return false
    })
    return results
  }
}

const has: Macro = (_, reference, _args, compilation) => {
  const find = compileIfReference(reference, compilation)
  if (!find) throw invalid('`has` needs a reference, such as `has(trigger.name)`.', reference)
  return (evaluation) => find(evaluation) !== undefined
}

/** Creating an error captures the stack. */
const stepsPerError = 100

const defaultTo: Macro = (_, value, [fallback], compilation) => {
  const find = compileIfReference(value, compilation) ?? compileChild(value, compilation)
  const alternative = compileChild(fallback!, compilation)
  return (evaluation) => {
    try {
      return find(evaluation) ?? alternative(evaluation)
    } catch (error) {
      if (!(error instanceof UnresolvedReference)) throw error
      charge(evaluation, stepsPerError)
      return alternative(evaluation)
    }
  }
}

const orValue: Macro = (_, value, [fallback], compilation) => {
  const find = compileOptional(value, compilation)
  const alternative = compileChild(fallback!, compilation)
  return (evaluation) => {
    const found = find(evaluation)
    return found === undefined ? alternative(evaluation) : found
  }
}

const macros: ReadonlyMap<string, { run: Macro; args: number; isMethod: boolean }> = new Map([
  ['all', { run: all, args: 2, isMethod: true }],
  ['exists', { run: exists, args: 2, isMethod: true }],
  ['exists_one', { run: existsOne, args: 2, isMethod: true }],
  ['filter', { run: filter, args: 2, isMethod: true }],
  ['map', { run: map, args: 2, isMethod: true }],
  ['orValue', { run: orValue, args: 1, isMethod: true }],
  ['has', { run: has, args: 0, isMethod: false }],
  ['default', { run: defaultTo, args: 1, isMethod: false }],
])

/** `x.default(1)` is `default(x, 1)`. Returns undefined if no macro has this name. */
export function compileMacro(
  node: Ast,
  name: string,
  receiver: Ast | undefined,
  args: readonly Ast[],
  compilation: Compilation,
): Code | undefined {
  const macro = macros.get(name)
  if (!macro) return undefined
  const [first, ...others] = receiver ? [receiver, ...args] : args
  if (!first || others.length !== macro.args || (macro.isMethod && !receiver))
    throw invalid(`\`${name}\` is not used with these arguments.`, node)
  return macro.run(node, first, others, compilation)
}
