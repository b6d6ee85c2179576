// What the parts of the compiler share.
import { InvalidExpression } from './errors.ts'
import type { Evaluation } from './evaluation.ts'
import type { Ast } from './parse-expression.ts'

/** A compiled part of an expression. */
export type Code = (evaluation: Evaluation) => unknown

export interface Compilation {
  readonly source: string
  /** Paths such as `['steps', 'lookup', 'body']`. */
  readonly references: string[][]
  /** Variables of the macros around the node, from outside to inside. */
  readonly variables: readonly string[]
  /** How many nodes contain this one. */
  readonly depth: number
  /** Counts the nodes that were compiled. */
  readonly nodes: { count: number }
  compile(node: Ast, compilation: Compilation): Code
}

/** An operation of a fixed number of operands nests its left side, so the parser does not limit this depth. */
const maxDepth = 500

export function compileChild(node: Ast, compilation: Compilation, variables = compilation.variables): Code {
  if (compilation.depth >= maxDepth) throw invalid('The expression is nested too deeply.', node)
  compilation.nodes.count++
  return compilation.compile(node, { ...compilation, variables, depth: compilation.depth + 1 })
}

export const invalid = (message: string, node: Ast): InvalidExpression => new InvalidExpression(message, node.start)
