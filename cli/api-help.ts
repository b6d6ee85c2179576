// What `parley api` says of the endpoints it can call.
import type { InputField } from '#contract/input-fields.ts'
import type { JsonSchema } from '#contract/json-schema.ts'
import type { NamedEndpoint } from '#contract/openapi/operation.ts'

export const usage = `parley api AREA.NAME [--FIELD VALUE …] [options]

  --json '{…}'           fields as JSON; flags win over it
  --base-url URL         of the service; else PARLEY_URL, else http://127.0.0.1:8080
  --api-key KEY          else PARLEY_API_KEY
  --idempotency-key KEY  the call takes effect once however often it is made
  --stream               print the answer's pieces as they come, one JSON object a line
  --help                 the fields of an endpoint

Lists are given by repeating a flag, objects as JSON. The answer is JSON on standard output; a refusal
is told on standard error, with exit code 1.
`

/** Every endpoint with its summary, area by area. */
export function listOf(endpoints: readonly NamedEndpoint[]): string {
  const width = Math.max(...endpoints.map(({ area, name }) => area.length + name.length + 1))
  const areas = Object.entries(Object.groupBy(endpoints, ({ area }) => area))
  const blocks = areas.map(([, ones]) =>
    ones!.map(({ area, name, endpoint }) => `  ${`${area}.${name}`.padEnd(width)}  ${endpoint.summary}\n`).join(''),
  )
  return `${usage}\n${blocks.join('\n')}`
}

/** One endpoint with its fields. */
export function helpOf({ area, name, endpoint }: NamedEndpoint, fields: readonly InputField[]): string {
  const rows = fields.map((field) => ({ flag: `--${field.name}`, text: describeField(field) }))
  const width = Math.max(0, ...rows.map(({ flag }) => flag.length))
  const refusals = Object.entries(endpoint.refusals ?? {})
  return [
    `parley api ${area}.${name}\n`,
    `${endpoint.summary}. ${endpoint.method} ${endpoint.path}`,
    ...(endpoint.description ? [endpoint.description] : []),
    '',
    ...(rows.length > 0 ? rows.map(({ flag, text }) => `  ${flag.padEnd(width)}  ${text}`) : ['  No fields.']),
    ...(refusals.length > 0 ? ['', 'Refuses with'] : []),
    ...refusals.map(([code, { message: sentence }]) => `  ${code}: ${sentence}`),
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
  return type === 'string' && typeof schema['format'] === 'string' ? schema['format'] : type
}

function rangesOf(schema: JsonSchema): string[] {
  const one = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  return [
    range(one['minimum'] ?? above(one['exclusiveMinimum']), one['maximum'], ''),
    range(one['minLength'], one['maxLength'], ' characters'),
    range(one['minItems'], one['maxItems'], ' items'),
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
