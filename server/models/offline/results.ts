// Says the result of a tool in words.
import { tryParseJson } from '@parley/rules'
import { wordsOf } from './facts.ts'

const maxParts = 12
const maxDepth = 4
const maxCharacters = 300

interface Described {
  /** For example `Status: shipped, Parcels: 2`. Empty if the result has no words. */
  value: string
  hasFailed: boolean
}

/** The words contain neither JSON nor one of `toolNames`, because the customer hears them. */
export function describeResult(content: string, toolNames: readonly string[]): Described {
  const read = tryParseJson(content)
  // Text that is no JSON is a result as well, unless it looks like a part of JSON.
  if (read === undefined && /^\s*[[{"]/.test(content)) return { value: '', hasFailed: true }
  const result = read === undefined ? content : read
  const parts: string[] = []
  collect(result, '', maxDepth, parts)
  const told = parts.filter((part) => !toolNames.some((name) => name !== '' && part.includes(name)))
  const value = told.join(', ')
  const hasFailed = typeof result === 'object' && result !== null && 'error' in result
  return { value: value.length > maxCharacters ? `${value.slice(0, maxCharacters).toWellFormed()}…` : value, hasFailed }
}

function collect(value: unknown, label: string, depth: number, parts: string[]): void {
  if (parts.length >= maxParts || value === null || value === undefined) return
  if (typeof value === 'object') {
    if (depth === 0) return
    for (const [key, item] of Object.entries(value)) {
      const words = Array.isArray(value) ? label : wordsOf(key).join(' ')
      collect(item, words, depth - 1, parts)
    }
    return
  }
  const text = typeof value === 'string' ? plainText(value) : String(value)
  if (text !== '') parts.push(label === '' ? text : `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${text}`)
}

/** Without the marks of JSON that a text contains. */
const plainText = (text: string): string =>
  text
    .slice(0, 2 * maxCharacters)
    .replace(/[{}[\]"\\<>]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
