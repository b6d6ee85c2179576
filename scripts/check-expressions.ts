// Finds regular expressions in product code whose running time can grow faster than their input.
import { type Fault, report } from './architecture/fault.ts'
import { readTree } from './architecture/tree.ts'
import { faultsOf } from './expressions/faults-of.ts'
import { findExpressions } from './expressions/find-expressions.ts'

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

if (import.meta.main) {
  const sources = readTree(process.cwd()).sources.filter(
    ({ path, isTest }) => !isTest && productFolders.some((folder) => path.startsWith(folder)),
  )
  const { faults, expressions } = checkExpressions(sources)
  report('expressions', `${expressions} read`, faults)
}
