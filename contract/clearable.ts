// Makes the fields of a record optional in requests.
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
