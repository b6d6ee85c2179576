// Tells which endpoints also accept a form as the body: those whose body has only scalar fields.
import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

const scalars = new Set(['string', 'number', 'int', 'boolean', 'enum', 'literal', 'null'])

interface Definition {
  type: string
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  options?: z.core.$ZodType[]
}

export const formType = 'application/x-www-form-urlencoded'

export function acceptsForms({ body }: Pick<Endpoint, 'body'>): boolean {
  const fields = Object.values(body?.shape ?? {})
  return fields.length > 0 && fields.every(isScalar)
}

function isScalar(schema: z.core.$ZodType): boolean {
  const { type, innerType, in: input, out, options } = schema._zod.def as unknown as Definition
  if (type === 'pipe') return isScalar((input!._zod.def as unknown as Definition).type === 'transform' ? out! : input!)
  if (innerType) return isScalar(innerType)
  return options ? options.every(isScalar) : scalars.has(type)
}
