// Builds requests that are valid except for the id under test.
import type { z } from 'zod'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { uploadFieldOf } from '#contract/wire/forms.ts'
import { definitionOf, exampleOf, innermost, mayBeAbsent, objectsOf } from '../requests/examples.ts'
import type { Position } from './positions.ts'

/** Builds the request body of the position in one of the variants of `placedAt`; undefined if the endpoint has no body. */
export function bodyFor({ endpoint, place, steps, form }: Position, value: unknown, variant: number): unknown {
  const schema = endpoint.body
  if (!schema) return undefined
  if (place !== 'body') return completed(schema, objectsOf(schema.shape)[0]!)
  const wellFormed = placedAt(schema, steps, form === 'number' ? 1 : crypto.randomUUID())[variant]
  const body = completed(schema, wellFormed as Record<string, unknown>)
  setAt(body, steps, value)
  return body
}

/** Builds a valid body with a file; undefined if the endpoint accepts none. */
export function bodyWithFile(endpoint: Endpoint): Record<string, unknown> | undefined {
  const file = uploadFieldOf(endpoint)?.name
  if (file === undefined) return undefined
  const { shape } = endpoint.body!
  const candidates = objectsOf(shape).map((object) => ({ ...object, [file]: exampleOf(shape[file]!) }))
  const valid = candidates.find((candidate) => endpoint.body!.safeParse({ ...candidate }).success)
  if (!valid) throw new Error(`No example body with a file is valid for ${endpoint.path}`)
  return valid
}

/** Adds a field if the required fields alone are not valid. */
function completed(schema: z.ZodObject, object: Record<string, unknown>): Record<string, unknown> {
  if (schema.safeParse(object).success) return object
  const candidates = Object.entries(schema.shape as Record<string, z.ZodType>)
    .filter(([name, field]) => !(name in object) && mayBeAbsent(field))
    .map(([name, field]) => ({ ...object, [name]: exampleOf(field) }))
  return candidates.find((candidate) => schema.safeParse(candidate).success) ?? object
}

/** Returns every simple value of the schema with `value` at the steps; `*` is a list with one item. */
export function placedAt(schema: z.ZodType | undefined, steps: string[], value: unknown): unknown[] {
  if (steps.length === 0) return [value]
  const { type, shape, element, options } = definitionOf(innermost(schema!))
  const [step, ...rest] = steps
  if (type === 'union') return options!.flatMap((option) => placedAt(option, steps, value))
  if (type === 'array') return placedAt(element, rest, value).map((item) => [item])
  const field = shape?.[step!]
  if (!field) return []
  const others = { ...shape }
  delete others[step!]
  return placedAt(field, rest, value).flatMap((inner) =>
    objectsOf(others).map((object) => ({ ...object, [step!]: inner })),
  )
}

export function setAt(body: unknown, steps: string[], value: unknown): void {
  const [step, ...rest] = steps.map((one) => (one === '*' ? '0' : one))
  const place = body as Record<string, unknown>
  if (rest.length === 0) place[step!] = value
  else setAt(place[step!], steps.slice(1), value)
}
