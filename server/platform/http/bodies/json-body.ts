// Reads a JSON body: an object of limited depth and size, without duplicate keys.
import { parseJson } from '@parley/rules'

/** A malformed body; the response is 400 with this message. */
export class UnreadableBody extends Error {}

/** The response is 413. */
export class TooLargeBody extends Error {}

const maxDepth = 32
const maxValues = 10_000

/** Drops `__proto__` keys. */
export function readJsonBody(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  const value = parse(text, 'The request body is not valid JSON.')
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new UnreadableBody('The request body must be a JSON object.')
  }
  checkMembers(value, text)
  return value as Record<string, unknown>
}

/** Reads the JSON list or object in a field of a form, with the limits of a body; other text is returned as it is. */
export function readJsonField(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  const value = parse(text, 'A field of the request body is not valid JSON.') as object
  checkMembers(value, text)
  return value
}

function parse(text: string, complaint: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new UnreadableBody(complaint)
  }
}

function checkMembers(value: object, text: string): void {
  if (countMembers(value) !== countColons(text))
    throw new UnreadableBody('The request body has the same key twice in one object.')
}

/** Counts the members of all objects. Throws if the body is nested too deeply or has too many values. */
function countMembers(body: object): number {
  let members = 0
  let values = 0
  const visit = (value: object, depth: number): void => {
    if (depth > maxDepth) throw new UnreadableBody(`The request body is nested deeper than ${maxDepth} levels.`)
    const names = Array.isArray(value) ? undefined : Object.keys(value)
    members += names?.length ?? 0
    values += names?.length ?? (value as unknown[]).length
    if (values > maxValues)
      throw new UnreadableBody(`The request body has more than ${maxValues.toLocaleString('en')} values.`)
    for (const name of names ?? (value as unknown[]).keys()) {
      const item = (value as Record<string | number, unknown>)[name]
      if (item !== null && typeof item === 'object') visit(item, depth + 1)
      if (name === '__proto__') delete (value as Record<string, unknown>)[name]
    }
  }
  visit(body, 1)
  return members
}

const quote = 34
const backslash = 92
const colon = 58

/** Counts the colons outside of strings, one per member; `JSON.parse` drops duplicate keys, so the counts differ then. */
function countColons(json: string): number {
  let colons = 0
  let inString = false
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index)
    if (inString) {
      if (code === backslash) index++
      else if (code === quote) inString = false
    } else if (code === quote) inString = true
    else if (code === colon) colons++
  }
  return colons
}
