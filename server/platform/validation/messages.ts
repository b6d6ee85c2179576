// The messages of validation errors, with the wording of Laravel.
import type { z } from 'zod'

type Path = readonly PropertyKey[]

/** `recipient_name` becomes `recipient name`; nested fields stay dotted. */
export function attributeName(path: Path): string {
  return fieldOf(path).replaceAll('_', ' ')
}

const maxFieldLength = 200

/** The dotted name of a field, truncated because clients choose the names of variables. */
export function fieldOf(path: Path): string {
  const field = path.map(String).join('.')
  return field.length > maxFieldLength ? `${field.slice(0, maxFieldLength).toWellFormed()}…` : field
}

/** The message for an issue; `root` is the schema that the input was validated against. */
export function messageFor(issue: z.core.$ZodIssue, root: z.core.$ZodType): string {
  const attribute = attributeName(issue.path)
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(attribute, issue, schemaAt(root, issue.path))
    case 'too_big':
      return tooBigMessage(attribute, issue, schemaAt(root, issue.path))
    case 'too_small':
      return tooSmallMessage(attribute, issue, schemaAt(root, issue.path))
    case 'invalid_value':
      return missing(issue.input) ? required(attribute) : `The selected ${attribute} is invalid.`
    case 'invalid_format':
      return ['date', 'datetime', 'time'].includes(issue.format)
        ? `The ${attribute} is not a valid date.`
        : `The ${attribute} format is invalid.`
    case 'invalid_union':
      return unionMessage(attribute, issue)
    case 'custom':
      return issue.message.replaceAll(':attribute', attribute)
    default:
      return `The ${attribute} format is invalid.`
  }
}

const missing = (input: unknown): boolean => input === undefined || input === null
const required = (attribute: string): string => `The ${attribute} field is required.`

function typeMessage(
  attribute: string,
  issue: z.core.$ZodIssueInvalidType,
  schema: z.core.$ZodType | undefined,
): string {
  if (missing(issue.input)) return required(attribute)
  switch (issue.expected) {
    case 'int':
    case 'number':
      return `The ${attribute} must be ${isInteger(schema) ? 'an integer' : 'a number'}.`
    case 'boolean':
      return `The ${attribute} field must be true or false.`
    case 'array':
    case 'object':
    case 'record':
      // Laravel calls maps arrays too.
      return `The ${attribute} must be an array.`
    default:
      return `The ${attribute} must be a string.`
  }
}

/** In a discriminated union, `issue.input` is the whole object while `issue.path` ends in the discriminator. */
function unionMessage(attribute: string, issue: z.core.$ZodIssueInvalidUnion): string {
  if (missing(issue.input)) return required(attribute)
  const { discriminator } = issue as { discriminator?: string }
  if (discriminator === undefined)
    return issue.errors.every(expectsListOrMap)
      ? `The ${attribute} must be an array.`
      : `The ${attribute} format is invalid.`
  return missing((issue.input as Record<string, unknown>)[discriminator])
    ? required(attribute)
    : `The selected ${attribute} is invalid.`
}

/** The issues of the union alternative that the client meant, if that is clear; otherwise the issue itself. */
export function issuesOfIntendedAlternative(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || missing(issue.input) || 'discriminator' in issue) return [issue]
  const [first, ...others] = issue.errors
  const withRightType = issue.errors.filter(
    ([firstIssue]) => firstIssue?.code !== 'invalid_type' || firstIssue.path.length > 0,
  )
  const intended = first && !expectsListOrMap(first) ? first : withRightType.length === 1 ? withRightType[0] : undefined
  if (!intended || others.length === 0) return [issue]
  return intended.flatMap((candidate) =>
    issuesOfIntendedAlternative({ ...candidate, path: [...issue.path, ...candidate.path] }),
  )
}

/** Whether a union alternative expects a list or a map. */
const expectsListOrMap = ([issue]: z.core.$ZodIssue[]): boolean =>
  issue?.code === 'invalid_type' && issue.path.length === 0 && ['array', 'object', 'record'].includes(issue.expected)

function isInteger(schema: z.core.$ZodType | undefined): boolean {
  const { format, options } = (schema?._zod.def ?? {}) as { format?: string; options?: z.core.$ZodType[] }
  return format === 'safeint' || (options?.some(isInteger) ?? false)
}

function tooBigMessage(attribute: string, issue: z.core.$ZodIssueTooBig, schema: z.core.$ZodType | undefined): string {
  const between = betweenMessage(attribute, schema)
  if (between) return between
  if (issue.origin === 'string') return `The ${attribute} may not be greater than ${issue.maximum} characters.`
  if (issue.origin === 'array') return `The ${attribute} may not have more than ${issue.maximum} items.`
  if (issue.origin === 'int' && issue.maximum === Number.MAX_SAFE_INTEGER) return `The ${attribute} must be an integer.`
  return `The ${attribute} may not be greater than ${issue.maximum}.`
}

function tooSmallMessage(
  attribute: string,
  issue: z.core.$ZodIssueTooSmall,
  schema: z.core.$ZodType | undefined,
): string {
  const between = betweenMessage(attribute, schema)
  if (between) return between
  if (issue.origin === 'string') {
    return issue.input === '' ? required(attribute) : `The ${attribute} must be at least ${issue.minimum} characters.`
  }
  if (issue.origin === 'array') return `The ${attribute} must have at least ${issue.minimum} items.`
  if (issue.origin === 'int' && issue.minimum === Number.MIN_SAFE_INTEGER) return `The ${attribute} must be an integer.`
  return `The ${attribute} must be at least ${issue.inclusive ? issue.minimum : Number(issue.minimum) + 1}.`
}

function betweenMessage(attribute: string, schema: z.core.$ZodType | undefined): string | undefined {
  const meta = (schema as z.ZodType | undefined)?.meta?.() as { 'x-between'?: [number, number] } | undefined
  const range = meta?.['x-between']
  return range && `The ${attribute} must be between ${range[0]} and ${range[1]}.`
}

/** The schema of the field at a path, without wrappers such as `optional`. */
function schemaAt(root: z.core.$ZodType, path: Path): z.core.$ZodType | undefined {
  let schema: z.core.$ZodType | undefined = unwrap(root)
  for (const step of path) {
    if (!schema) return undefined
    const definition = schema._zod.def as unknown as {
      shape?: Record<PropertyKey, z.core.$ZodType>
      element?: z.core.$ZodType
      valueType?: z.core.$ZodType
      options?: z.core.$ZodType[]
    }
    const shape = definition.shape ?? shapeWith(definition.options ?? [], step)
    const next: z.core.$ZodType | undefined = shape?.[step] ?? definition.element ?? definition.valueType
    schema = next && unwrap(next)
  }
  return schema
}

/** The shape of the first union alternative that has the field. */
function shapeWith(options: z.core.$ZodType[], field: PropertyKey): Record<PropertyKey, z.core.$ZodType> | undefined {
  const shapes = options.map(
    (option) => (unwrap(option)._zod.def as { shape?: Record<PropertyKey, z.core.$ZodType> }).shape,
  )
  return shapes.find((shape) => shape?.[field])
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const definition = schema._zod.def as unknown as { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  const inner = definition.innerType ?? definition.in
  return inner ? unwrap(inner) : schema
}
