// Reading a request's query, body and path by the schemas of its endpoint.
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { placeholdersOf } from '#contract/paths.ts'
import { createValidator, type FieldErrors, type Validator } from '../validation/validate.ts'

export interface Read {
  input: { params: unknown; query: unknown; body: unknown }
  errors?: FieldErrors
  notFoundCode?: string
}

/** Compiled once for an endpoint. */
export function readerOf(endpoint: Endpoint): (request: FastifyRequest) => Read {
  const params = endpoint.params && createValidator(endpoint.params)
  const query = endpoint.query && createValidator(endpoint.query)
  const body = endpoint.body && createValidator(endpoint.body)
  const [owner] = placeholdersOf(endpoint.path)
  return (request) => {
    const read: Read = { input: { params: {}, query: {}, body: {} } }
    read.input.query = part(read, query, query && lastOfEach(request.query as object))
    read.input.body = part(read, body, request.body ?? {})
    if (!params) return read
    const checked = params(request.params)
    const misfits = checked.ok ? rewritten(checked.value, request.params) : Object.keys(checked.errors)
    if (misfits.includes(owner!)) read.notFoundCode = absentCode(endpoint, owner!)
    else read.input.params = { ...(checked.ok ? checked.value : checked.valid), ...absentIds(endpoint, misfits) }
    return read
  }
}

/** Of a parameter that is repeated the last one counts. */
function lastOfEach(query: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat().at(-1)]))
}

/** The habits of input are none of a path: `+1`, `1.0` and ` 1` are not the id 1. */
function rewritten(read: object, raw: unknown): string[] {
  const written = raw as Record<string, string>
  return Object.entries(read).flatMap(([name, value]) => (String(value) === written[name] ? [] : [name]))
}

function part(read: Read, check: Validator<unknown> | undefined, raw: unknown): unknown {
  if (!check) return {}
  const checked = check(raw)
  if (checked.ok) return checked.value
  read.errors = { ...read.errors, ...checked.errors }
  return checked.valid
}

function absentCode(endpoint: Endpoint, param: string): string {
  const code = endpoint.notFoundCode?.[param]
  if (!code) throw new Error(`${endpoint.path} does not say what a malformed ${param} is answered with`)
  return code
}

const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Ids that no record has, so that a malformed one is missed only after the owners before it on the path. */
function absentIds({ params }: Endpoint, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, params!.shape[name].def.type === 'string' ? nilUuid : 0]))
}
