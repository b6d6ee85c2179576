// The code that runs first in the sandbox. It keeps the functions that it needs, because the account's code can replace them.
import { bigIntMark, maxLogLength } from './sandbox-messages.ts'

/** A function of `record(line)`. Evaluated once per run. */
export const prelude = `(function (record) {
  const { parse, stringify } = JSON
  const toText = String
  const { apply } = Reflect
  const { includes, replace, slice, startsWith } = String.prototype
  const cut = (text, length) => apply(slice, text, [0, length])
  const mark = ${JSON.stringify(bigIntMark)}
  const marked = /"\\\\u0000n(-?\\d+)"/g
  const toBigInt = BigInt
  BigInt.prototype.toJSON = function () { return mark + toText(this) }
  JSON.stringify = (...args) => {
    const text = apply(stringify, JSON, args)
    return text === undefined ? text : apply(replace, text, [marked, '$1'])
  }
  const written = JSON.stringify
  const textOf = (value) => {
    if (typeof value === 'string') return value
    try { return written(value) ?? toText(value) } catch { return toText(value) }
  }
  const log = (...values) => {
    let line = ''
    for (let index = 0; index < values.length; index++) line += (index > 0 ? ' ' : '') + textOf(values[index])
    record(cut(line, ${maxLogLength}))
  }
  globalThis.console = { log, debug: log, info: log, warn: log, error: log }
  return {
    parse: (text) => !apply(includes, text, ["\\\\u0000n"]) ? parse(text) :
      parse(text, (_, value) =>
        typeof value === 'string' && apply(startsWith, value, [mark]) ? toBigInt(apply(slice, value, [2])) : value),
    stringify: (value) => stringify(value) ?? 'null',
    describe(error) {
      const isObject = typeof error === 'object' && error !== null
      const message = isObject && 'message' in error ? toText(error.name) + ': ' + toText(error.message) : textOf(error)
      const stack = isObject && typeof error.stack === 'string' ? error.stack : ''
      return stringify({ message: cut(message, 1000), stack: cut(stack, 2000) })
    },
  }
})`
