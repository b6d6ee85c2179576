// Parses CEL.
import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js'
import { InvalidExpression } from './errors.ts'

export type Ast = ASTNode

export const maxExpressionLength = 4_000

/**
 * Only the parser of the library is used. Its evaluation has no limit of work, compiles regular expressions of the
 * account, and does not calculate with an integer and a number of JSON.
 */
const parser = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
  limits: { maxAstNodes: 4_000, maxDepth: 64, maxListElements: 1_000, maxMapEntries: 1_000, maxCallArguments: 8 },
})

export function parseExpression(source: string): Ast {
  if (source.length > maxExpressionLength)
    throw new InvalidExpression(`An expression has at most ${maxExpressionLength} characters.`, maxExpressionLength)
  if (source.trim() === '') throw new InvalidExpression('The expression is empty.', 0)
  try {
    return parser.parse(source).ast
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const position = error.range?.start ?? 0
    const reason = error.summary.endsWith('EOF') ? 'it ends too early' : error.summary
    throw new InvalidExpression(`The expression is not valid at character ${position + 1}: ${reason}.`, position)
  }
}
