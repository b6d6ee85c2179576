// Finds the regular expressions of a source file: its literals, and calls of RegExp that build one from a string.
import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser'
import { lineAt } from '../architecture/tree.ts'

export interface FoundExpression {
  line: number
  source: string
  flags: string
}

export interface FoundExpressions {
  literals: FoundExpression[]
  /** Lines on which an expression is built at run time. */
  built: number[]
}

export function findExpressions(path: string, text: string): FoundExpressions {
  const found: FoundExpressions = { literals: [], built: [] }
  const noteCall = ({ start, callee }: CallExpression | NewExpression): void => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') found.built.push(lineAt(text, start))
  }
  new Visitor({
    Literal(node) {
      if (!('regex' in node) || !node.regex) return
      const { pattern, flags } = node.regex
      found.literals.push({ line: lineAt(text, node.start), source: pattern, flags })
    },
    NewExpression: noteCall,
    CallExpression: noteCall,
  }).visit(parseSync(path, text).program)
  return found
}
