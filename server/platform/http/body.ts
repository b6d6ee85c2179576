// Reading a JSON body: an object, no deeper than needed, no key twice.

/** A body that cannot be read at all; answered with 400 and one sentence. */
export class UnreadableBody extends Error {}

const maxDepth = 32
const maxValues = 10_000

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
  if (countMembers(value) !== countColons(text))
    throw new UnreadableBody('The request body has the same key twice in one object.')
  return value as Record<string, unknown>
}

/** How many members all objects together have. Refuses what is too deep or has too many values. */
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
