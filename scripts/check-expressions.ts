// Finds regular expressions in product code whose running time can grow faster than their input.
import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser'
import { type Fault, report } from './architecture/fault.ts'
import { lineAt, readTree } from './architecture/tree.ts'
import { faultsOf } from './slow-expressions.ts'

const productFolders = ['cli/', 'contract/', 'packages/', 'sdk/', 'server/']

export function checkExpressions(sources: readonly { path: string; text: string }[]): {
  faults: Fault[]
  expressions: number
} {
  const found = sources.map(({ path, text }) => ({ path, ...findExpressions(path, text) }))
  const literals = found.flatMap(({ path, literals }) => literals.map((literal) => ({ path, ...literal })))
  const known = new Map(literals.map(({ source, flags }) => [`/${source}/${flags}`, new RegExp(source, flags)]))
  const reasons = faultsOf([...known.values()])
  const faults = [
    ...found.flatMap(({ path, built }) =>
      built.map((line) => ({
        path,
        line,
        message: 'builds a regular expression from a string; write it as a literal',
      })),
    ),
    ...literals.flatMap(({ path, line, source, flags }) => {
      const literal = `/${source}/${flags}`
      const reason = reasons.get(known.get(literal)!)
      return reason === undefined ? [] : [{ path, line, message: `${literal} ${reason}` }]
    }),
  ]
  return { faults, expressions: known.size }
}

interface FoundExpression {
  line: number
  source: string
  flags: string
}

interface FoundExpressions {
  literals: FoundExpression[]
  /** The lines with calls of RegExp, which build an expression from a string. */
  built: number[]
}

function findExpressions(path: string, text: string): FoundExpressions {
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

if (import.meta.main) {
  const sources = readTree(process.cwd()).sources.filter(
    ({ path, isTest }) => !isTest && productFolders.some((folder) => path.startsWith(folder)),
  )
  const { faults, expressions } = checkExpressions(sources)
  report('expressions', `${expressions} read`, faults)
}
