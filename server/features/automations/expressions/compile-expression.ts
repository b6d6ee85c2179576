// Compiles an expression once, so that it can be evaluated many times.
import type { Code } from './compilation.ts'
import { compileNode } from './compile-node.ts'
import { compileOptional } from './compile-reference.ts'
import { type Evaluation, type Scope, startEvaluation } from './evaluation.ts'
import { limitSize } from './limit-size.ts'
import { parseExpression } from './parse-expression.ts'

export interface Expression {
  /** Paths such as `['steps', 'lookup', 'body']`, up to the first key that is calculated. */
  references: readonly (readonly string[])[]
  /**
   * Returns JSON of at most about a million characters, which shares parts of the scope and must not be modified. Throws an
   * `EvaluationError`.
   */
  evaluate(scope: Scope): unknown
  /** For several expressions that share their limits. */
  evaluateIn(evaluation: Evaluation): unknown
}

/** Throws an `InvalidExpression`. */
export function compileExpression(source: string): Expression {
  const references: string[][] = []
  const node = parseExpression(source)
  const run: Code = compileOptional(node, {
    source,
    references,
    variables: [],
    depth: 0,
    nodes: { count: 0 },
    compile: compileNode,
  })
  const evaluateIn = (evaluation: Evaluation): unknown => run(evaluation) ?? null
  const evaluate = (scope: Scope): unknown => {
    const evaluation = startEvaluation(scope)
    return limitSize(evaluation, evaluateIn(evaluation))
  }
  return { references, evaluateIn, evaluate }
}
