// Renames fields between rows, such as `createdAt`, and the API, such as `created_at`.
import { type Timestamp, toIsoMicros } from '../../time/timestamps.ts'

type SnakeCase<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : Name

type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name

/** Names of fields are few, and lists have many rows. */
const snakeNames = new Map<string, string>()

function snakeCase(name: string): string {
  const known = snakeNames.get(name)
  if (known !== undefined) return known
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  snakeNames.set(name, snake)
  return snake
}

/**
 * Nested fields keep their names. Timestamps are the texts in fields whose names end with `At`. The schema of the reply
 * drops the fields of the row that it lacks, but rows with secrets must leave them out themselves.
 */
export function toApi<Row extends object>(row: Row, formatTime: (at: Timestamp) => string = toIsoMicros) {
  const fields = Object.entries(row).map(([name, value]) => [
    snakeCase(name),
    name.endsWith('At') && typeof value === 'string' ? formatTime(value) : value,
  ])
  return Object.fromEntries(fields) as { [Name in keyof Row as SnakeCase<Name & string>]: Row[Name] }
}

/** For bodies and queries of requests. Fields that are absent stay absent. */
export function fromApi<Input extends object>(input: Input) {
  const fields = Object.entries(input).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(fields) as { [Name in keyof Input as CamelCase<Name & string>]-?: Input[Name] }
}
