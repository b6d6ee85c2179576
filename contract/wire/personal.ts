// Marks the fields that hold personal data. They are masked for viewers.
import type { z } from 'zod'

/**
 * `phone` keeps the country code and the last digits, `name` and `text` are masked completely. `conversation` contains the
 * id of a conversation, which is replaced for callers who may not read conversations.
 */
export type PersonalKind = 'phone' | 'name' | 'text' | 'conversation'

export const personal = <T extends z.ZodType>(kind: PersonalKind, schema: T): T =>
  schema.meta({ ...schema.meta(), 'x-personal': kind }) as T

/** Also of a field that is optional, nullable or has a default. */
export function personalKindOf(schema: z.ZodType): PersonalKind | undefined {
  const { innerType } = schema._zod.def as { innerType?: z.ZodType }
  return (schema.meta()?.['x-personal'] as PersonalKind | undefined) ?? (innerType && personalKindOf(innerType))
}
