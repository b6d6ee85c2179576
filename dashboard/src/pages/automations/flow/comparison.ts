// How a comparison changes while it is edited: its operators and the type of its value follow an example.
import { type Comparison, isOrder, type Operand, type Operator, operators } from './condition.ts'

const ofTexts: readonly Operator[] = ['is', 'isNot', 'contains', 'containsNot', 'startsWith', 'endsWith', 'oneOf']
const ofNumbers: readonly Operator[] = ['is', 'isNot', 'greater', 'atLeast', 'less', 'atMost']
const ofAll: readonly Operator[] = ['empty', 'notEmpty']

/** `example` is the value that is compared, if one is known. */
export function operatorsFor(example: unknown): readonly Operator[] {
  switch (typeof example) {
    case 'boolean':
      return ['is', 'isNot']
    case 'number':
    case 'bigint':
      return [...ofNumbers, ...ofAll]
    case 'object':
      return example === null ? operators : Array.isArray(example) ? ['contains', 'containsNot', ...ofAll] : ofAll
    case 'string':
      return [...ofTexts, ...ofNumbers.slice(2), ...ofAll]
    default:
      return operators
  }
}

const isNumeric = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text)

type Value = Pick<Comparison, 'operand' | 'isConverted'>

/** What was typed, with the type that fits the example. */
export function comparedWith(typed: string, operator: Operator, example: unknown, before?: Operand): Value {
  if (operator === 'oneOf') return { operand: { kind: 'texts', texts: typed.split('\n') } }
  const text = typed.trim()
  const isExampleNumber = typeof example === 'number' || typeof example === 'bigint'
  const isKnown = example !== undefined && example !== null && typeof example !== 'object'
  const isNumber = isNumeric(text) && (isExampleNumber || isOrder(operator) || (!isKnown && before?.kind === 'number'))
  if (!isNumber) return { operand: { kind: 'text', text: typed } }
  // Forms and parameters of URLs have numbers as texts.
  return { operand: { kind: 'number', text }, ...(isOrder(operator) && !isExampleNumber && { isConverted: true }) }
}

export function typedOf(operand: Operand | undefined): string {
  if (operand?.kind === 'text' || operand?.kind === 'number') return operand.text
  return operand?.kind === 'texts' ? operand.texts.join('\n') : ''
}

/** The value of the comparison after its operator or the value on its left side has changed. */
export function adapted(operator: Operator, example: unknown, before: Operand | undefined): Value {
  if (operator === 'empty' || operator === 'notEmpty') return {}
  if (typeof example === 'boolean')
    return { operand: before?.kind === 'truth' ? before : { kind: 'truth', isTrue: true } }
  const isKept = before?.kind === 'path' || (before?.kind === 'truth' && (operator === 'is' || operator === 'isNot'))
  if (isKept && operator !== 'oneOf') return { operand: before }
  return comparedWith(typedOf(before), operator, example, before)
}
