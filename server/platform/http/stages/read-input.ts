// Reads a request's path, query and body by the schemas of its endpoint.
import type { FastifyRequest } from 'fastify'
import { type Endpoint, placeholdersOf } from '#contract/wire/endpoint.ts'
import { createValidator, type FieldErrors, type Validator } from '../../validation/validate.ts'

export interface RequestInput {
  params: unknown
  query: unknown
  body: unknown
}

export interface ReadInput {
  input: RequestInput
  errors?: FieldErrors
  /** The refusal code for a malformed id in the path. */
  notFoundCode?: string
}

/** Compiles the schemas of an endpoint once. */
export function createInputReader(endpoint: Endpoint): (request: FastifyRequest) => ReadInput {
  const params = endpoint.params && createValidator(endpoint.params)
  const query = endpoint.query && createValidator(endpoint.query)
  const body = endpoint.body && createValidator(endpoint.body)
  const [firstParam] = placeholdersOf(endpoint.path)
  return (request) => {
    const read: ReadInput = { input: { params: {}, query: {}, body: {} } }
    read.input.query = validatePart(read, query, query && lastValues(request.query as object))
    read.input.body = validatePart(read, body, request.body ?? {})
    if (endpoint.needsKnownField || endpoint.formerNames) {
      const unknown = unknownFields(endpoint, request.body)
      if (unknown) read.errors = { ...read.errors, ...unknown }
    }
    if (!params) return read
    const checked = params(request.params)
    const malformed = checked.ok ? coercedParams(checked.value, request.params) : Object.keys(checked.errors)
    if (malformed.includes(firstParam!)) read.notFoundCode = notFoundCodeOf(endpoint, firstParam!)
    else read.input.params = { ...(checked.ok ? checked.value : checked.valid), ...unknownIds(endpoint, malformed) }
    return read
  }
}

/** Returns an error for each former name in the body. If no field is known and one is needed, it returns one for the first ten. */
function unknownFields({ body, needsKnownField, formerNames = {} }: Endpoint, raw: unknown): FieldErrors | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined
  const names = Object.keys(raw)
  const isFormer = (name: string) => Object.hasOwn(formerNames, name)
  const isMissing = needsKnownField && !names.some((name) => Object.hasOwn(body!.shape, name))
  const refused = isMissing ? names.slice(0, 10) : names.filter(isFormer)
  if (refused.length === 0) return undefined
  const advice = (name: string) => (isFormer(name) ? ` Use ${formerNames[name]}.` : '')
  return Object.fromEntries(
    refused.map((name) => [name, [`The ${name.slice(0, 100)} field is unknown.${advice(name)}`]]),
  )
}

/** If a query parameter is repeated, the last value wins. */
function lastValues(query: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat().at(-1)]))
}

/** Path parameters are not coerced: `+1`, `1.0` and ` 1` are not the id 1. */
function coercedParams(parsed: object, raw: unknown): string[] {
  const written = raw as Record<string, string>
  return Object.entries(parsed).flatMap(([name, value]) => (String(value) === written[name] ? [] : [name]))
}

function validatePart(read: ReadInput, validate: Validator<unknown> | undefined, raw: unknown): unknown {
  if (!validate) return {}
  const checked = validate(raw)
  if (checked.ok) return checked.value
  read.errors = { ...read.errors, ...checked.errors }
  return checked.valid
}

export function notFoundCodeOf(endpoint: Endpoint, param: string): string {
  const code = endpoint.notFoundCode?.[param]
  if (!code) throw new Error(`${endpoint.path} does not declare the error code for a malformed ${param}`)
  return code
}

const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Ids of no record. The parents on the path are looked up first, so their errors take precedence. */
function unknownIds({ params }: Endpoint, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, params!.shape[name].def.type === 'string' ? nilUuid : 0]))
}
