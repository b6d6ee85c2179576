// Compares the values that an evaluation found in a conversation with the expected ones.
export type Value = string | number | bigint | boolean | null

export interface Score {
  name: string
  value: Value
  expected: string | number | boolean | undefined
  /** Undefined if there is no expected value, or the model could not tell the value. */
  met: boolean | undefined
}

interface Condition {
  name: string
  expect?: string | number | boolean | null | undefined
}

/** The offline model finds words in a transcript, but cannot judge: its booleans and empty values say nothing. */
export const withoutGuesses = (values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'boolean' || !value ? null : value]),
  )

export const scoresOf = (conditions: readonly Condition[], values: Readonly<Record<string, Value>>): Score[] =>
  conditions.map(({ name, expect }) => {
    const value = values[name] ?? null
    const expected = expect ?? undefined
    const met = expected === undefined || value === null ? undefined : isSame(value, expected)
    return { name, value, expected, met }
  })

const isSame = (value: unknown, expected: unknown): boolean =>
  typeof value === 'string' && typeof expected === 'string'
    ? value.trim().toLowerCase() === expected.trim().toLowerCase()
    : value === expected
