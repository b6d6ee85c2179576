// Compiles a JSON value, whose texts can contain expressions: `{ to: '{{trigger.phone}}' }`.
import { maxJsonDepth } from '#server/platform/text/json-depth.ts'
import { compileExpression, type Expression } from './compile-expression.ts'
import { InvalidExpression } from './errors.ts'
import { chargeText, type Evaluation, type Scope, startEvaluation } from './evaluation.ts'
import { limitSize } from './limit-size.ts'
import { splitTemplate } from './split-template.ts'
import { textOf } from './values.ts'

export interface CompiledValue {
  references: readonly (readonly string[])[]
  /**
   * Returns JSON of at most about a million characters, apart from those of the value itself. The result shares parts of
   * the value and the scope, and must not be modified. Throws an `EvaluationError`.
   */
  resolve(scope: Scope): unknown
}

export type ValuePath = readonly (string | number)[]

export interface CompileOptions {
  /** Counts the expressions of several values. */
  expressions?: ExpressionCount
  /** Default: the first fault is thrown. */
  onFault?(path: ValuePath, fault: InvalidExpression): void
  onReference?(path: ValuePath, reference: readonly string[]): void
}

export interface ExpressionCount {
  left: number
}

/** The limit of one version of an automation. */
export const countExpressions = (): ExpressionCount => ({ left: 10_000 })

type Resolve = (evaluation: Evaluation) => unknown

interface Compiler extends CompileOptions {
  expressions: ExpressionCount
  references: (readonly string[])[]
}

/** Throws an `InvalidExpression`, whose position is that in the text. */
export function compileValue(value: unknown, options: CompileOptions = {}): CompiledValue {
  const compiler = { ...options, expressions: options.expressions ?? countExpressions(), references: [] }
  const resolve = compilePart(value, [], compiler)
  return {
    references: compiler.references,
    resolve: (scope) => (resolve ? resolve(startEvaluation(scope)) : value),
  }
}

/** Returns undefined for a value without expressions. */
function compilePart(value: unknown, path: ValuePath, compiler: Compiler): Resolve | undefined {
  if (typeof value === 'string') return value.includes('{{') ? compileText(value, path, compiler) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (path.length >= maxJsonDepth) {
    report(new InvalidExpression(`The value is nested deeper than ${maxJsonDepth} levels.`, 0), path, compiler)
    return undefined
  }
  if (Array.isArray(value)) return compileList(value, path, compiler)
  const parts = Object.entries(value).map(([key, part]) => {
    return { key, part, resolve: compilePart(part, [...path, key], compiler) }
  })
  if (parts.every(({ resolve }) => !resolve)) return undefined
  return (evaluation) =>
    Object.fromEntries(parts.map(({ key, part, resolve }) => [key, resolve ? resolve(evaluation) : part]))
}

function compileList(list: readonly unknown[], path: ValuePath, compiler: Compiler): Resolve | undefined {
  const parts = list.map((part, index) => ({ part, resolve: compilePart(part, [...path, index], compiler) }))
  if (parts.every(({ resolve }) => !resolve)) return undefined
  return (evaluation) => parts.map(({ part, resolve }) => (resolve ? resolve(evaluation) : part))
}

function compileText(text: string, path: ValuePath, compiler: Compiler): Resolve | undefined {
  try {
    const parts = splitTemplate(text).map((part) => {
      if (typeof part === 'string') return part
      if (--compiler.expressions.left < 0)
        throw new InvalidExpression('An automation has at most 10,000 expressions.', part.position)
      return compileIn(part.source, part.position, path, compiler)
    })
    const [first] = parts
    if (parts.length === 1 && typeof first === 'object')
      return (evaluation) => limitSize(evaluation, first.evaluateIn(evaluation))
    return (evaluation) => insert(evaluation, parts)
  } catch (error) {
    if (!(error instanceof InvalidExpression)) throw error
    report(error, path, compiler)
    return undefined
  }
}

function compileIn(source: string, position: number, path: ValuePath, compiler: Compiler): Expression {
  try {
    const expression = compileExpression(source)
    compiler.references.push(...expression.references)
    for (const reference of expression.references) compiler.onReference?.(path, reference)
    return expression
  } catch (error) {
    if (!(error instanceof InvalidExpression)) throw error
    throw new InvalidExpression(error.message, position + error.position)
  }
}

function insert(evaluation: Evaluation, parts: readonly (string | Expression)[]): string {
  const texts = parts.map((part) => (typeof part === 'string' ? part : textOf(evaluation, part.evaluateIn(evaluation))))
  chargeText(
    evaluation,
    texts.reduce((length, text) => length + text.length, 0),
  )
  return texts.join('')
}

function report(fault: InvalidExpression, path: ValuePath, { onFault }: Compiler): void {
  if (!onFault) throw fault
  onFault(path, fault)
}
