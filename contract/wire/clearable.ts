// Makes the fields of a record optional in requests, and states their defaults.
import { z } from 'zod'

type Clearable<Shape extends Record<string, z.ZodType>> = {
  [F in keyof Shape]: z.ZodOptional<Shape[F] extends z.ZodNullable ? Shape[F] : z.ZodNullable<Shape[F]>>
}

/** Makes every field optional and nullable: a missing field stays unchanged, null resets it to its default. */
export function clearable<Shape extends Record<string, z.ZodType>>(shape: Shape): Clearable<Shape> {
  const fields = Object.entries(shape).map(([name, schema]) => [
    name,
    (schema instanceof z.ZodNullable ? schema : schema.nullable()).optional(),
  ])
  return Object.fromEntries(fields)
}

/** States the defaults in the schemas of the fields; the server applies them. */
export function withDefaults<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
  defaults: { readonly [F in keyof Shape]?: unknown },
): Shape {
  const fields = Object.entries(shape).map(([name, schema]) => [
    name,
    defaults[name] === undefined ? schema : schema.meta({ ...schema.meta(), default: defaults[name] }),
  ])
  return Object.fromEntries(fields)
}
