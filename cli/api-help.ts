// Help texts of `parley api`.

import type { NamedEndpoint } from '#contract/openapi/operation.ts'
import type { InputField } from '#contract/wire/input-fields.ts'
import type { JsonSchema } from '#contract/wire/json-schema.ts'
import { isFile } from './api-fields.ts'

const usage = `Usage: parley api AREA.NAME [--FIELD VALUE …] [options]

Options:
  --json '{…}'           Set fields as JSON. Flags take precedence.
  --base-url URL         URL of the server. Default: PARLEY_URL, or http://127.0.0.1:8080
  --api-key KEY          API key. Default: PARLEY_API_KEY
  --idempotency-key KEY  Make the request take effect only once.
  --stream               Stream the answer, one JSON object per line.
  --help                 Show the fields of the endpoint.

Repeat a flag to set a list. Objects are JSON. A file is given by its path. The response is printed to standard output as JSON, an error to
standard error with exit code 1.
`

/** Lists every endpoint with its summary, grouped by area. */
export function listOf(endpoints: readonly NamedEndpoint[]): string {
  const width = Math.max(...endpoints.map(({ area, name }) => area.length + name.length + 1))
  const areas = Object.entries(Object.groupBy(endpoints, ({ area }) => area))
  const blocks = areas.map(([, ones]) =>
    ones!.map(({ area, name, endpoint }) => `  ${`${area}.${name}`.padEnd(width)}  ${endpoint.summary}\n`).join(''),
  )
  return `${usage}\nEndpoints:\n${blocks.join('\n')}`
}

export function helpOf({ area, name, endpoint }: NamedEndpoint, fields: readonly InputField[]): string {
  const rows = fields.map((field) => ({ flag: `--${field.name}`, text: describeField(field) }))
  const width = Math.max(0, ...rows.map(({ flag }) => flag.length))
  const refusals = Object.entries(endpoint.refusals ?? {})
  return [
    `parley api ${area}.${name}\n`,
    `${endpoint.summary}. ${endpoint.method} ${endpoint.path}`,
    ...(endpoint.description ? [endpoint.description] : []),
    '',
    ...(rows.length > 0
      ? rows.map(({ flag, text }) => `  ${flag.padEnd(width)}  ${text}`)
      : ['  This endpoint has no fields.']),
    ...(refusals.length > 0 ? ['', 'Errors:'] : []),
    ...refusals.map(([code, { message }]) => `  ${code}: ${message}`),
    '',
  ].join('\n')
}

function describeField({ schema, required, place }: InputField): string {
  const notes = [
    typeOf(schema),
    ...rangesOf(schema),
    ...(schema['default'] === undefined ? [] : [`default ${JSON.stringify(schema['default'])}`]),
  ]
  const head = `${notes.join(', ')}${required || place === 'path' ? ', required' : ''}`
  return typeof schema['description'] === 'string' ? `${head}. ${schema['description']}` : head
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  if (schema.enum) return schema.enum.map(String).join(' | ')
  const types = [schema.type ?? 'anything'].flat()
  return types.map((type) => nameOf(type, schema)).join(' or ')
}

function nameOf(type: string, schema: JsonSchema): string {
  if (type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  if (type === 'object') {
    const names = Object.keys(schema.properties ?? {})
    return names.length > 0 ? `object {${names.join(', ')}}` : 'object'
  }
  if (isFile(schema)) return 'path of a file'
  return type === 'string' && typeof schema['format'] === 'string' ? schema['format'] : type
}

function rangesOf(schema: JsonSchema): string[] {
  const alternative = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  return [
    range(alternative['minimum'] ?? above(alternative['exclusiveMinimum']), alternative['maximum'], ''),
    range(alternative['minLength'], alternative['maxLength'], ' characters'),
    range(alternative['minItems'], alternative['maxItems'], ' items'),
  ].filter((text) => text !== undefined)
}

function above(bound: unknown): string | undefined {
  return bound === undefined ? undefined : `above ${bound}`
}

function range(least: unknown, most: unknown, unit: string): string | undefined {
  if (typeof least === 'string') return most === undefined ? least : `${least}, at most ${most}${unit}`
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (least !== undefined) return `at least ${least}${unit}`
  return most === undefined ? undefined : `at most ${most}${unit}`
}
