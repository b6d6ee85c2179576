// Derives a plan from two recordings of one kind of request, which runs the same SQL for any other input.
import { isDeepStrictEqual } from 'node:util'
import type { Recording } from './record.ts'

export type Source =
  | { from: 'constant'; value: unknown }
  | { from: 'clock'; offsetMs: number }
  | { from: 'input'; name: string }
  /** A column in the first row of an earlier statement. */
  | { from: 'row'; statement: number; column: string }
  | { from: 'list'; items: Source[] }
  | { from: 'text'; parts: Source[] }
  | { from: 'new uuid' }

export interface PlannedStatement {
  text: string
  values: Source[]
  connection: number
  group: number
}

export interface Plan {
  statements: PlannedStatement[]
  modelBeforeGroup: number | undefined
}

interface Candidate {
  one: unknown
  other: unknown
  source: Source
}

/** The recordings must differ in every value that can vary between requests. */
export function planOf(one: Recording, other: Recording): Plan {
  const statements = one.statements.map((statement, index) => {
    const twin = other.statements[index]
    if (twin?.text !== statement.text) throw new Error(`The two requests ran different SQL: ${statement.text}`)
    const candidates = candidatesFor(one, other, index)
    const values = statement.values.map((value, position) => {
      const source = trace(value, twin.values[position], { one, other, candidates })
      if (!source) throw new Error(`The source of $${position + 1} is unknown in: ${statement.text}`)
      return source
    })
    return { text: statement.text, values, connection: statement.connection, group: statement.group }
  })
  return { statements, modelBeforeGroup: one.modelBeforeGroup }
}

function candidatesFor(one: Recording, other: Recording, before: number): Candidate[] {
  const inputs = Object.keys(one.input).map((name): Candidate => {
    return { one: one.input[name], other: other.input[name], source: { from: 'input', name } }
  })
  const rows = one.statements.slice(0, before).flatMap(({ rows }, statement) =>
    Object.entries(rows[0] ?? {}).map(([column, value]): Candidate => {
      const twin = other.statements[statement]!.rows[0]?.[column]
      return { one: value, other: twin, source: { from: 'row', statement, column } }
    }),
  )
  return [...inputs, ...rows].filter((candidate) => !isDeepStrictEqual(candidate.one, candidate.other))
}

interface Known {
  one: Recording
  other: Recording
  candidates: Candidate[]
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function trace(one: unknown, other: unknown, known: Known): Source | undefined {
  if (one instanceof Date) {
    // Rounding removes the time between the start of the request and its use of the clock.
    const offsetMs = Math.round((one.getTime() - known.one.startedAt) / 1000) * 1000
    return { from: 'clock', offsetMs }
  }
  if (isDeepStrictEqual(one, other)) return { from: 'constant', value: one }
  const found = known.candidates.find((candidate) => same(candidate.one, one) && same(candidate.other, other))
  if (found) return found.source
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    const items = one.map((item, index) => trace(item, other[index], known))
    return items.every((item) => item !== undefined) ? { from: 'list', items } : undefined
  }
  if (typeof one !== 'string' || typeof other !== 'string') return undefined
  const parts = split(one, other, known.candidates)
  if (parts) return { from: 'text', parts }
  return uuid.test(one) && uuid.test(other) ? { from: 'new uuid' } : undefined
}

// As a string, a list with one item equals the item.
const same = (one: unknown, other: unknown): boolean =>
  one === other || (isObject(one) === isObject(other) && String(one) === String(other))

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Splits a text into known values and constant parts. */
function split(one: string, other: string, candidates: readonly Candidate[]): Source[] | undefined {
  if (one === other) return one === '' ? [] : [{ from: 'constant', value: one }]
  const tokens = candidates
    .filter(({ one: value }) => typeof value === 'string' || typeof value === 'number')
    .sort((first, second) => String(second.one).length - String(first.one).length)
  for (const token of tokens) {
    const [here, there] = [findToken(String(token.one), one), findToken(String(token.other), other)]
    if (!here || !there) continue
    const left = split(one.slice(0, here.start), other.slice(0, there.start), candidates)
    const right = split(one.slice(here.end), other.slice(there.end), candidates)
    if (left && right) return [...left, token.source, ...right]
  }
  return undefined
}

/** Matches whole words: the 4 in `turn:4`, but not in `14`. */
function findToken(token: string, text: string): { start: number; end: number } | undefined {
  if (token === '') return undefined
  const escaped = token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const start = new RegExp(`(?<![\\w])${escaped}(?![\\w])`).exec(text)?.index
  return start === undefined ? undefined : { start, end: start + token.length }
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Adds the UUIDs that a request generated to its input as `uuid0`, `uuid1` …, and returns their number. */
export function nameUuids({ input, statements }: Recording): number {
  const known = new Set(Object.values(input))
  let count = 0
  for (const { values, rows } of statements) {
    for (const found of JSON.stringify(values).match(uuids) ?? []) {
      if (known.has(found)) continue
      known.add(found)
      input[`uuid${count++}`] = found
    }
    for (const found of JSON.stringify(rows).match(uuids) ?? []) known.add(found)
  }
  return count
}
