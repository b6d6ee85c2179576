// Reading a JSON body: an object, no deeper than needed, no key twice.

/** A body that cannot be read at all; answered with 400 and one sentence. */
export class UnreadableBody extends Error {}

const maxDepth = 32

/** Keys that would reach into the prototype are left out. */
export function readJsonBody(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnreadableBody('The request body is not valid JSON.')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new UnreadableBody('The request body must be a JSON object.')
  }
  if (countKeys(value, 1) !== countColons(text))
    throw new UnreadableBody('The request body has the same key twice in one object.')
  return value as Record<string, unknown>
}

function countKeys(value: object, depth: number): number {
  if (depth > maxDepth) throw new UnreadableBody(`The request body is nested deeper than ${maxDepth} levels.`)
  let keys = 0
  if (Array.isArray(value)) {
    for (const item of value) if (item !== null && typeof item === 'object') keys += countKeys(item, depth + 1)
    return keys
  }
  for (const name of Object.keys(value)) {
    keys++
    const item = (value as Record<string, unknown>)[name]
    if (item !== null && typeof item === 'object') keys += countKeys(item, depth + 1)
    if (name === '__proto__') delete (value as Record<string, unknown>)[name]
  }
  return keys
}

const quote = 34
const backslash = 92
const colon = 58

/** Colons outside of strings: one for every member the text writes, so that a repeated key shows. */
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
