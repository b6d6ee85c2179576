// Marks the fields that hold personal data, which are masked for viewers, and credentials.
import type { z } from 'zod'

/**
 * `phone` keeps the country code and the last digits, `name` and `text` are masked completely. `conversation` contains the
 * id of a conversation, which is replaced for callers who may not read conversations. Callers who may not write in the area
 * do not see credentials: the parameters of a `url`, those in `settings`, and a `secret`.
 */
export type PersonalKind = 'phone' | 'name' | 'text' | 'conversation' | CredentialKind

export type CredentialKind = 'url' | 'settings' | 'secret'

export const personal = <T extends z.ZodType>(kind: PersonalKind, schema: T): T =>
  schema.meta({ ...schema.meta(), 'x-personal': kind }) as T

/** Also of a field that is optional, nullable or has a default. */
export function personalKindOf(schema: z.ZodType): PersonalKind | undefined {
  const { innerType } = schema._zod.def as { innerType?: z.ZodType }
  return (schema.meta()?.['x-personal'] as PersonalKind | undefined) ?? (innerType && personalKindOf(innerType))
}
