// Converts the flags of `parley api` to the input of an endpoint.

import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { exactInteger, parseJson } from '@parley/rules'
import type { InputField } from '#contract/wire/input-fields.ts'
import type { JsonSchema } from '#contract/wire/json-schema.ts'
import { UsageError } from './command.ts'

/** A flag without a value means `true`. */
export interface Flag {
  name: string
  value: string | undefined
}

export type Input = Record<string, unknown>

/** `--recipient-phone` sets the field `recipient_phone`. A repeated flag sets a list. */
export function inputOf(fields: readonly InputField[], flags: readonly Flag[], json: Input, command: string): Input {
  const known = new Map(fields.map((field) => [field.name, field]))
  for (const name of Object.keys(json)) if (!known.has(name)) throw unknownField(command, name)
  const values = new Map<InputField, (string | undefined)[]>()
  for (const { name, value } of flags) {
    const field = known.get(name.replaceAll('-', '_'))
    if (!field) throw unknownField(command, name)
    values.set(field, [...(values.get(field) ?? []), value])
  }
  const input = { ...json }
  for (const [field, texts] of values) input[field.name] = fieldValueOf(field, texts)
  const missing = fields.filter(({ name, place }) => place === 'path' && (input[name] ?? '') === '')
  if (missing.length > 0) throw new UsageError(`${command} needs --${missing.map(({ name }) => name).join(' and --')}.`)
  return input
}

export const isFile = (schema: JsonSchema): boolean =>
  alternativesOf(schema).some(({ type, format }) => type === 'string' && format === 'binary')

/** Replaces the paths of files by their contents, which are read while they are sent. */
export async function openFiles(fields: readonly InputField[], input: Input): Promise<Input> {
  const opened = { ...input }
  for (const { name, schema } of fields) {
    const path = input[name]
    if (!isFile(schema) || typeof path !== 'string') continue
    try {
      opened[name] = new File([await openAsBlob(path)], basename(path))
    } catch {
      throw new UsageError(`--${name}: the file ${path} cannot be read.`)
    }
  }
  return opened
}

function fieldValueOf({ name, schema }: InputField, texts: (string | undefined)[]): unknown {
  const alternatives = alternativesOf(schema)
  const list = alternatives.find(({ type }) => type === 'array')
  if (list) {
    const isWhole = alternatives.some(({ type }) => type === 'object') ? /^\s*[[{]/ : /^\s*\[/
    if (texts.length === 1 && isWhole.test(texts[0] ?? '')) return jsonOf(name, texts[0]!)
    if (texts.length === 1 && isNull(schema, texts[0])) return null
    return texts.map((text) => parse(name, list.items ?? {}, text))
  }
  if (texts.length > 1) throw new UsageError(`--${name} accepts only one value.`)
  return parse(name, schema, texts[0])
}

/** Sends values that do not match the type as strings, so that the server reports the validation error. */
function parse(name: string, schema: JsonSchema, text: string | undefined): unknown {
  const types = alternativesOf(schema).map(({ type }) => type)
  if (text === undefined) {
    if (types.includes('boolean')) return true
    throw new UsageError(`--${name} needs a value.`)
  }
  if (isNull(schema, text)) return null
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.some((type) => type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text))
    return text.includes('.') ? Number(text) : exactInteger(BigInt(text))
  if (types.includes('string')) return text
  const isStructure = types.some((type) => type === 'object' || type === 'array' || type === undefined)
  return isStructure ? jsonOf(name, text) : text
}

function isNull(schema: JsonSchema, text: string | undefined): boolean {
  return text === 'null' && alternativesOf(schema).some(({ type }) => type === 'null')
}

/** Splits a schema into one schema per type. */
function alternativesOf(schema: JsonSchema): JsonSchema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(alternativesOf)
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }))
  if (schema.type === undefined && schema['const'] !== undefined) return [{ type: typeof schema['const'] }]
  return [schema]
}

export function jsonOf(name: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new UsageError(`--${name} is not valid JSON.`)
  }
}

function unknownField(command: string, name: string): UsageError {
  return new UsageError(`${command} has no field ${name}. Run \`parley api ${command} --help\` for its fields.`)
}
