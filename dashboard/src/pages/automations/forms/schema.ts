// How a value is edited that a JSON schema describes, and how its text is read and written.
import { exactInteger, parseJson } from '@parley/rules'
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  description?: string
  examples?: unknown[]
  enum?: (string | number)[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  additionalProperties?: JsonSchema
  maxLength?: number
}

/** `json` is JSON, or else a text; `pairs` are names with values; `lines` are texts, one in each line. */
export type FieldKind = 'choice' | 'switch' | 'number' | 'text' | 'long-text' | 'pairs' | 'lines' | 'json'

const longFrom = 500

const typesOf = (schema: JsonSchema): string[] => {
  const own = schema.type === undefined ? [] : [schema.type].flat()
  return [...own, ...(schema.anyOf ?? []).flatMap(typesOf)].filter((type) => type !== 'null')
}

export function kindOf(schema: JsonSchema): FieldKind {
  if (schema.enum) return 'choice'
  const types = new Set(typesOf(schema))
  if (types.has('object')) return 'pairs'
  if (types.has('array')) return schema.items?.type === 'string' ? 'lines' : 'json'
  if (types.has('string'))
    return (schema.maxLength ?? 0) >= longFrom && schema['format' as never] === undefined ? 'long-text' : 'text'
  if (types.has('boolean')) return 'switch'
  if (types.has('number') || types.has('integer')) return 'number'
  return 'json'
}

/** An expression remains a text. */
export function readText(kind: FieldKind, text: string): unknown {
  if (text === '') return undefined
  if (kind === 'number' && /^-?\d+$/.test(text.trim())) return exactInteger(BigInt(text))
  if (kind === 'number') return /^-?\d+\.\d+$/.test(text.trim()) ? Number(text) : text
  if (kind === 'json') return readJson(text)
  if (kind === 'lines' && !text.includes('{{')) return text.split('\n')
  return text
}

export function writeText(kind: FieldKind, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (kind === 'lines' && Array.isArray(value)) return value.join('\n')
  if (typeof value !== 'string') return JSON.stringify(value, null, kind === 'json' ? 2 : undefined)
  // A text that looks like JSON is quoted, so that it is read as a text again.
  return kind === 'json' && typeof readJson(value) !== 'string' ? JSON.stringify(value) : value
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
