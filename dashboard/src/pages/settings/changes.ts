// Compares a record before and after a change, field by field.
export interface Change {
  /** Nested fields are written `outer.inner`. */
  field: string
  /** As text; undefined if the field was not there. */
  before: string | undefined
  after: string | undefined
}

/** The fields that differ; all fields of a record that was created or deleted. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, next] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field), after: next.get(field) }
    return change.before === change.after ? [] : [change]
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const maxLineLength = 60

function jsonOf(value: unknown): string {
  const line = JSON.stringify(value)
  return line.length <= maxLineLength ? line : JSON.stringify(value, null, 1)
}

function fieldsOf(value: unknown, path = ''): Map<string, string> {
  if (value === null && path === '') return new Map()
  if (!isRecord(value) || Object.keys(value).length === 0)
    return new Map([[path, typeof value === 'string' ? value : jsonOf(value)]])
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...fieldsOf(inner, path === '' ? name : `${path}.${name}`)]),
  )
}
