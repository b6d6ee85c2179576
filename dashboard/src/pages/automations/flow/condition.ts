// A condition as rows of value, operator and value. It is stored as an expression in CEL.
import { readLiteral, tokensOf } from './tokens.ts'
import { readPath, type ValuePath, writePath } from './value-path.ts'

export const operators = [
  'is',
  'isNot',
  'contains',
  'containsNot',
  'startsWith',
  'endsWith',
  'greater',
  'atLeast',
  'less',
  'atMost',
  'oneOf',
  'empty',
  'notEmpty',
] as const
export type Operator = (typeof operators)[number]

/** A number is kept as it was written, so that long ones keep their digits. */
export type Operand =
  | { kind: 'text'; text: string }
  | { kind: 'number'; text: string }
  | { kind: 'truth'; isTrue: boolean }
  | { kind: 'path'; path: ValuePath }
  | { kind: 'texts'; texts: readonly string[] }

export interface Comparison {
  path: ValuePath
  operator: Operator
  /** Undefined for operators without one. */
  operand?: Operand
  /** A value that does not exist fails the run. Otherwise it is like an empty one. */
  isStrict?: boolean
  /** The value is a text with a number. */
  isConverted?: boolean
}

export interface Condition {
  /** Whether all or any of several comparisons must be true. */
  match: 'all' | 'any'
  comparisons: readonly Comparison[]
}

const symbols: Partial<Record<Operator, string>> = {
  is: '==',
  isNot: '!=',
  greater: '>',
  atLeast: '>=',
  less: '<',
  atMost: '<=',
}

export const isOrder = (operator: Operator): boolean => ['greater', 'atLeast', 'less', 'atMost'].includes(operator)
export const hasOperand = (operator: Operator): boolean => operator !== 'empty' && operator !== 'notEmpty'

function writeOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'text':
      return JSON.stringify(operand.text)
    case 'number':
      return operand.text
    case 'truth':
      return String(operand.isTrue)
    case 'path':
      return writePath(operand.path)
    case 'texts':
      return `[${operand.texts.map((text) => JSON.stringify(text)).join(', ')}]`
  }
}

function writeComparison({ path, operator, operand, isStrict = false, isConverted = false }: Comparison): string {
  const value = writePath(path)
  const orElse = (fallback: string): string => (isStrict ? value : `default(${value}, ${fallback})`)
  const other = operand ? writeOperand(operand) : ''
  switch (operator) {
    case 'is':
    case 'isNot':
      return `${orElse('null')} ${symbols[operator]} ${other}`
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return `${orElse('""')}.${operator}(${other})`
    case 'containsNot':
      return `!${orElse('""')}.contains(${other})`
    case 'oneOf':
      return `${orElse('null')} in ${other}`
    case 'empty':
      return `default(${value}, "") in ["", [], {}]`
    case 'notEmpty':
      return `!(default(${value}, "") in ["", [], {}])`
    default: {
      const comparison = `${isConverted ? `double(${value})` : value} ${symbols[operator]} ${other}`
      return isStrict ? comparison : `default(${comparison}, false)`
    }
  }
}

/** An empty text for a condition without comparisons. */
export const writeCondition = ({ match, comparisons }: Condition): string =>
  comparisons.map(writeComparison).join(match === 'all' ? ' && ' : ' || ')

/** Undefined for an expression that has no such form, which is then edited as a text. */
export function readCondition(expression: string): Condition | undefined {
  if (expression.trim() === '') return { match: 'all', comparisons: [] }
  const tokens = tokensOf(expression)
  if (!tokens) return undefined
  const isAny = tokens.includes('||')
  if (isAny && tokens.includes('&&')) return undefined
  const comparisons: Comparison[] = []
  for (const part of split(tokens, isAny ? '||' : '&&')) {
    const comparison = readComparison(part)
    if (!comparison) return undefined
    comparisons.push(comparison)
  }
  return { match: isAny ? 'any' : 'all', comparisons }
}

function split(tokens: readonly string[], separator: string): string[][] {
  const parts: string[][] = [[]]
  for (const token of tokens)
    if (token === separator) parts.push([])
    else parts.at(-1)!.push(token)
  return parts
}

/** Finds the comparison that would be written like this. */
function readComparison(tokens: readonly string[]): Comparison | undefined {
  const wanted = tokens.join(' ')
  const paths = pathsIn(tokens)
  const operands: (Operand | undefined)[] = [undefined, ...operandsIn(tokens, paths)]
  for (const path of paths)
    for (const operator of operators)
      for (const operand of operands) {
        if (hasOperand(operator) !== (operand !== undefined)) continue
        if ((operator === 'oneOf') !== (operand?.kind === 'texts')) continue
        for (const isStrict of [false, true])
          for (const isConverted of [false, true]) {
            if ((isStrict && !hasOperand(operator)) || (isConverted && !isOrder(operator))) continue
            const comparison: Comparison = {
              path,
              operator,
              ...(operand && { operand }),
              ...(isStrict && { isStrict }),
              ...(isConverted && { isConverted }),
            }
            if (tokensOf(writeComparison(comparison))?.join(' ') === wanted) return comparison
          }
      }
  return undefined
}

function pathsIn(tokens: readonly string[]): ValuePath[] {
  const paths: ValuePath[] = []
  for (let at = 0; at < tokens.length; at++) {
    const found = readPath(tokens, at)
    if (!found) continue
    paths.push(found.path)
    at = found.end - 1
  }
  return paths.slice(0, 2)
}

/** What can be on the right side. */
function operandsIn(tokens: readonly string[], paths: readonly ValuePath[]): Operand[] {
  const operands: Operand[] = paths.map((path) => ({ kind: 'path', path }))
  const texts = tokens.filter((token) => token.startsWith('"')).map(readLiteral)
  if (texts.includes(undefined)) return operands
  for (const text of new Set(texts as string[])) operands.push({ kind: 'text', text })
  for (const [at, token] of tokens.entries())
    if (/^\d/.test(token)) operands.push({ kind: 'number', text: tokens[at - 1] === '-' ? `-${token}` : token })
  if (tokens.includes('true')) operands.push({ kind: 'truth', isTrue: true })
  if (tokens.includes('false')) operands.push({ kind: 'truth', isTrue: false })
  const list = tokens.lastIndexOf('in')
  if (list >= 0) {
    const items = tokens.slice(list).filter((token) => token.startsWith('"'))
    operands.push({ kind: 'texts', texts: items.map((item) => readLiteral(item)!) })
  }
  return operands
}
