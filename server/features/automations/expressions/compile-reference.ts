// Compiles references such as `steps.lookup.body["first name"]` and `trigger.?name`.
import { type Code, type Compilation, compileChild, invalid } from './compilation.ts'
import { UnresolvedReference } from './errors.ts'
import { chargeText, type Scope } from './evaluation.ts'
import type { Ast } from './parse-expression.ts'
import { memberOf } from './values.ts'

const rootNames: readonly (keyof Scope)[] = ['trigger', 'steps', 'item', 'index', 'now', 'run']

type Access = Extract<Ast, { op: '.' | '.?' | '[]' | '[?]' }>

export const isAccess = (node: Ast): node is Access =>
  node.op === '.' || node.op === '.?' || node.op === '[]' || node.op === '[?]'

const isReference = (node: Ast): boolean => node.op === 'id' || isAccess(node)

const isOptional = (node: Ast): boolean =>
  isAccess(node) && (node.op === '.?' || node.op === '[?]' || isOptional(node.args[0]))

/** Throws an `UnresolvedReference` if anything in the path is absent. */
export function compileReference(node: Ast, compilation: Compilation): Code {
  const path = compilation.source.slice(node.start, node.end)
  const find = compileOptionalReference(node, compilation)
  return (evaluation) => {
    const value = find(evaluation)
    if (value === undefined) throw new UnresolvedReference(path)
    return value
  }
}

/** Compiles a result that may be undefined, which only optional references are. */
export function compileOptional(node: Ast, compilation: Compilation): Code {
  return isOptional(node) ? compileOptionalReference(node, compilation) : compileChild(node, compilation)
}

/** The result is undefined if anything in the path is absent. Returns undefined for other expressions. */
export function compileIfReference(node: Ast, compilation: Compilation): Code | undefined {
  return isReference(node) ? compileOptionalReference(node, compilation) : undefined
}

function compileOptionalReference(node: Ast, compilation: Compilation): Code {
  const path = pathOf(node)
  if (path && !compilation.variables.includes(path[0]!)) compilation.references.push(path)
  return compilePart(node, compilation)
}

function compilePart(node: Ast, compilation: Compilation): Code {
  if (node.op === 'id') return compileName(node, node.args, compilation)
  if (!isAccess(node)) return compileChild(node, compilation)
  compilation.nodes.count++
  const target = compilePart(node.args[0], compilation)
  const key = keyOf(node)
  if (key !== undefined) return (evaluation) => memberOf(target(evaluation), key)
  const dynamicKey = compileChild((node.args as [Ast, Ast])[1], compilation)
  return (evaluation) => {
    const value = target(evaluation)
    const calculated = dynamicKey(evaluation)
    if (typeof calculated === 'string') chargeText(evaluation, calculated.length)
    return memberOf(value, calculated)
  }
}

function compileName(node: Ast, name: string, { variables }: Compilation): Code {
  const index = variables.lastIndexOf(name)
  if (index >= 0) return (evaluation) => evaluation.variables[index]
  const root = rootNames.find((known) => known === name)
  if (!root) throw invalid(`\`${name}\` is unknown. A reference starts with ${rootNames.join(', ')}.`, node)
  return (evaluation) => evaluation.scope[root]
}

/** The key, if it is known without evaluation. */
function keyOf(node: Access): string | number | undefined {
  if (node.op === '.' || node.op === '.?') return node.args[1]
  const key = (node.args as [Ast, Ast])[1]
  if (key.op !== 'value') return undefined
  if (typeof key.args === 'bigint') return Number(key.args)
  return typeof key.args === 'string' ? key.args : undefined
}

/** The path up to the first key that is only known in evaluation. Undefined if it starts with another expression. */
function pathOf(node: Ast): string[] | undefined {
  const keys: (string | number | undefined)[] = []
  let root = node
  while (isAccess(root)) {
    keys.unshift(keyOf(root))
    root = root.args[0]
  }
  if (root.op !== 'id') return undefined
  const calculated = keys.indexOf(undefined)
  return [root.args, ...keys.slice(0, calculated < 0 ? undefined : calculated).map(String)]
}
