// Tells which endpoints also accept a form as the body: those whose body has only scalar fields, besides optional ones, or a file.
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
  return fields.length > 0 && fields.every((field) => isScalar(field) || isJsonOnly(field))
}

/** An optional field that forms cannot contain. */
const isJsonOnly = (schema: z.core.$ZodType): boolean => (schema as z.ZodType).meta()?.['x-json-only'] === true

export function isScalar(schema: z.core.$ZodType): boolean {
  const { type, innerType, in: input, out, options } = schema._zod.def as unknown as Definition
  if (type === 'pipe') return isScalar((input!._zod.def as unknown as Definition).type === 'transform' ? out! : input!)
  if (innerType) return isScalar(innerType)
  return options ? options.every(isScalar) : scalars.has(type)
}

export const multipartType = 'multipart/form-data'

interface Upload {
  maxBytes: number
  /** The handler reads the file while it arrives. The body may also be the file itself, with this content type. */
  streamedType?: string
}

export interface UploadField extends Upload {
  name: string
}

/** The field of the body that contains a file. Endpoints with one accept `multipart/form-data`, and JSON without the file. */
export function uploadFieldOf({ body }: Pick<Endpoint, 'body'>): UploadField | undefined {
  const found = Object.entries(body?.shape ?? {}).flatMap(([name, schema]) => {
    const upload = uploadOf(schema)
    return upload ? [{ name, ...upload }] : []
  })
  if (found.length > 1) throw new Error('An endpoint has at most one field for a file.')
  return found[0]
}

function uploadOf(schema: z.core.$ZodType): Upload | undefined {
  const upload = (schema as z.ZodType).meta()?.['x-upload'] as Upload | undefined
  const { innerType, in: input } = schema._zod.def as unknown as Definition
  const inner = innerType ?? input
  return upload ?? (inner && uploadOf(inner))
}

export const acceptsUploads = (endpoint: Pick<Endpoint, 'body'>): boolean => uploadFieldOf(endpoint) !== undefined
