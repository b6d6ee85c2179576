// Finds simple valid values for a schema, with as few fields as possible.
import type { z } from 'zod'
import { StreamedFile, UploadedFile } from '#contract/wire/fields.ts'

export interface Definition {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
  entries?: Record<string, string>
  values?: unknown[]
  valueType?: z.ZodType
}

export const definitionOf = (schema: z.ZodType): Definition => schema.def as unknown as Definition

/** The schema without wrappers such as optional, nullable and default. */
export function innermost(schema: z.ZodType): z.ZodType {
  const { innerType, in: input, out } = definitionOf(schema)
  const inner = innerType ?? (input && definitionOf(input).type === 'transform' ? out : input)
  return inner ? innermost(inner) : schema
}

/** Whether the field is optional. */
export const mayBeAbsent = (schema: z.ZodType): boolean => schema.safeParse(undefined).success

const texts = [
  'example',
  'Example text',
  'https://example.com/path',
  'https://example.com',
  '+14155550123',
  '2026-01-31',
  '09:30',
  'en',
  'UTC',
  'US',
  '1',
  'example@example.com',
  '7b1a4c52-5d3e-4f7a-9c55-0d9a5b6f2e11',
  'abc',
  'V1StGXR8_Z5jdHi6B-myT',
]
/** Also a CSV file of leads. */
export const exampleFileContent = Buffer.from('phone_number\n+14155550123\n')
const exampleFile = new UploadedFile({
  path: '',
  name: 'example.txt',
  contentType: 'text/plain',
  sizeBytes: exampleFileContent.length,
  sha256: '',
  head: exampleFileContent,
})
const exampleStream = new StreamedFile(async function* () {
  yield exampleFileContent
})
const numbers = [1, 0, 10, 60, 600, 0.8, 20, 100]

/** Lists simple valid values, the simplest first. The list is empty if the schema has rules that its parts do not show. */
export function examplesOf(schema: z.ZodType): unknown[] {
  const given = [schema, innermost(schema)].flatMap((one) => one.meta()?.['example'] ?? [])
  return [...given, ...candidatesFor(innermost(schema))].filter((value) => schema.safeParse(value).success)
}

export function exampleOf(schema: z.ZodType): unknown {
  const [first] = examplesOf(schema)
  if (first === undefined)
    throw new Error('No example value is valid for the schema; extend testing/requests/examples.ts')
  return first
}

function candidatesFor(schema: z.ZodType): unknown[] {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'string':
      return texts
    case 'number':
    case 'int':
      return numbers
    case 'boolean':
      return [true, false]
    case 'enum':
      return Object.values(definition.entries!)
    case 'literal':
      return definition.values!
    case 'array':
      return [[], ...examplesOf(definition.element!).map((item) => [item])]
    case 'object':
      return objectsOf(definition.shape!)
    case 'record':
      return [{}, { type: 'object' }]
    case 'union':
      return definition.options!.flatMap(examplesOf)
    default:
      return ['example', 1, true, {}, null, exampleFile, exampleStream]
  }
}

/** Builds objects of the required fields, one for each value of an enumeration among them; rules that combine fields are not considered. */
export function objectsOf(shape: Record<string, z.ZodType>): Record<string, unknown>[] {
  const required = Object.entries(shape).filter(([, schema]) => !mayBeAbsent(schema))
  let objects: Record<string, unknown>[] = [{}]
  for (const [name, schema] of required) {
    const values = ['enum', 'union'].includes(definitionOf(innermost(schema)).type)
      ? examplesOf(schema)
      : [exampleOf(schema)]
    objects = objects.flatMap((object) => values.map((value) => ({ ...object, [name]: value })))
  }
  return objects
}
