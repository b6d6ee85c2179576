// Compiles the nodes of a parsed expression to functions.
import { exactInteger } from '@parley/rules'
import { type Code, type Compilation, compileChild, invalid } from './compilation.ts'
import { asCondition, compileMacro } from './compile-macro.ts'
import { compileReference } from './compile-reference.ts'
import { EvaluationError } from './errors.ts'
import { functionsByName } from './functions/index.ts'
import { binaryOperations } from './operators.ts'
import type { Ast } from './parse-expression.ts'
import { isNumber, typeOf } from './values.ts'

export function compileNode(node: Ast, compilation: Compilation): Code {
  switch (node.op) {
    case 'value':
      return compileLiteral(node, node.args)
    case 'id':
    case '.':
    case '.?':
    case '[]':
    case '[?]':
      return compileReference(node, compilation)
    case 'call':
      return compileCall(node, node.args[0], undefined, node.args[1], compilation)
    case 'rcall':
      return compileCall(node, node.args[0], node.args[1], node.args[2], compilation)
    case 'list': {
      const items = node.args.map((item) => compileChild(item, compilation))
      return (evaluation) => items.map((item) => item(evaluation))
    }
    case 'map':
      return compileObject(node, node.args, compilation)
    case '?:': {
      const [condition, positive, negative] = node.args.map((part) => compileChild(part, compilation))
      return (evaluation) => (asCondition('?:', condition!(evaluation)) ? positive!(evaluation) : negative!(evaluation))
    }
    case '&&':
    case '||': {
      const { op, args } = node
      const left = compileChild(args[0], compilation)
      const right = compileChild(args[1], compilation)
      const decisive = op === '||'
      return (evaluation) =>
        asCondition(op, left(evaluation)) === decisive ? decisive : asCondition(op, right(evaluation))
    }
    case '!_': {
      const operand = compileChild(node.args, compilation)
      return (evaluation) => !asCondition('!', operand(evaluation))
    }
    case '-_': {
      const operand = compileChild(node.args, compilation)
      return (evaluation) => {
        const value = operand(evaluation)
        if (!isNumber(value)) throw new EvaluationError(`\`-\` needs a number, but has ${typeOf(value)}.`)
        return -value
      }
    }
    default: {
      const operation = binaryOperations[node.op]!
      const left = compileChild(node.args[0], compilation)
      const right = compileChild(node.args[1], compilation)
      return (evaluation) => operation(evaluation, left(evaluation), right(evaluation))
    }
  }
}

/** Literals are values of JSON: an integer is a number. */
function compileLiteral(node: Ast, literal: unknown): Code {
  let value = literal
  if (typeof literal === 'bigint') {
    if (!Number.isFinite(Number(literal))) throw invalid('The number is too large.', node)
    value = exactInteger(literal)
  } else if (typeof literal === 'object' && literal !== null) {
    throw invalid('Bytes and unsigned numbers are not supported.', node)
  }
  return () => value
}

function compileObject(node: Ast, entries: readonly (readonly [Ast, Ast])[], compilation: Compilation): Code {
  const compiled = entries.map(([key, value]) => {
    if (key.op !== 'value' || typeof key.args !== 'string') throw invalid('A key of an object is a quoted text.', key)
    return [key.args, compileChild(value, compilation)] as const
  })
  if (new Set(compiled.map(([key]) => key)).size < compiled.length) throw invalid('The object has a key twice.', node)
  // `fromEntries` defines `__proto__` as a property of its own.
  return (evaluation) => Object.fromEntries(compiled.map(([key, value]) => [key, value(evaluation)]))
}

function compileCall(
  node: Ast,
  name: string,
  receiver: Ast | undefined,
  args: readonly Ast[],
  compilation: Compilation,
): Code {
  const macro = compileMacro(node, name, receiver, args, compilation)
  if (macro) return macro
  const called = functionsByName.get(name)
  if (!called) throw invalid(`There is no function \`${name}\`.`, node)
  const operands = (receiver ? [receiver, ...args] : args).map((arg) => compileChild(arg, compilation))
  const [least, most] = called.argumentCount
  if (operands.length < least || operands.length > most)
    throw invalid(`\`${name}\` has ${least === most ? least : `${least} to ${most}`} arguments.`, node)
  const { run } = called
  return (evaluation) =>
    run(
      evaluation,
      operands.map((operand) => operand(evaluation)),
    )
}
