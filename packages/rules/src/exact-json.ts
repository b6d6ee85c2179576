// Parses JSON without rounding its integers, and lets `JSON.stringify` write them with all their digits.

declare global {
  interface JSON {
    parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
    /** The text becomes a part of the JSON as it is. Missing in browsers from before 2025. */
    rawJSON?(text: string): unknown
  }
  interface BigInt {
    toJSON(): unknown
  }
}

// `JSON.stringify` throws for a BigInt that has no `toJSON`.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value(this: bigint): unknown {
    return JSON.rawJSON?.(String(this)) ?? Number(this)
  },
  configurable: true,
  writable: true,
})

/** Finds every number with 16 digits or an exponent of three, and similar text in strings. Takes linear time. */
const longNumber = /[[:,\s]-?\d(?:\d{15}|[\d.]*[eE]\+?\d{3})/
const startsWithNumber = /^-?\d/
const integer = /^-?\d+$/

/**
 * As `JSON.parse`, but an integer that a number cannot hold exactly is a BigInt. Other numbers become the nearest number,
 * or text if they are too large for one. Throws a `SyntaxError`, or a `RangeError` for extremely deep nesting.
 */
export function parseJson(text: string): unknown {
  return longNumber.test(text) || startsWithNumber.test(text) ? JSON.parse(text, exact) : JSON.parse(text)
}

/** As `parseJson`, but undefined if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Undefined if the text is not a JSON object. */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
  const value = tryParseJson(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : undefined
}

function exact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value
  if (!Number.isFinite(value)) return source
  return integer.test(source) ? BigInt(source) : value
}

/** The integer as a number if a number can hold it exactly. */
export function exactInteger(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
