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
  /** Of 256 bits, in base64url. */
  | { from: 'new hash' }

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
export function planOf(a: Recording, b: Recording): Plan {
  if (a.statements.length === 0) throw new Error('No SQL of the request was recorded.')
  const statements = a.statements.map((statement, index) => {
    const twin = b.statements[index]
    if (twin?.text !== statement.text) throw new Error(`The two requests ran different SQL: ${statement.text}`)
    const candidates = candidatesFor(a, b, index)
    const values = statement.values.map((value, position) => {
      const source = trace(value, twin.values[position], { one: a, other: b, candidates })
      if (!source) throw new Error(`The source of $${position + 1} is unknown in: ${statement.text}`)
      return source
    })
    return { text: statement.text, values, connection: statement.connection, group: statement.group }
  })
  return { statements, modelBeforeGroup: a.modelBeforeGroup }
}

function candidatesFor(a: Recording, b: Recording, before: number): Candidate[] {
  const inputs = Object.keys(a.input).map((name): Candidate => {
    return { one: a.input[name], other: b.input[name], source: { from: 'input', name } }
  })
  const rows = a.statements.slice(0, before).flatMap(({ rows }, statement) =>
    Object.entries(rows[0] ?? {}).map(([column, value]): Candidate => {
      const twin = b.statements[statement]!.rows[0]?.[column]
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

function trace(a: unknown, b: unknown, known: Known): Source | undefined {
  if (a instanceof Date) {
    // Rounding removes the time between the start of the request and its use of the clock.
    const offsetMs = Math.round((a.getTime() - known.one.startedAt) / 1000) * 1000
    return { from: 'clock', offsetMs }
  }
  if (isDeepStrictEqual(a, b)) return { from: 'constant', value: a }
  const found = known.candidates.find((candidate) => same(candidate.one, a) && same(candidate.other, b))
  if (found) return found.source
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
    const items = a.map((item, index) => trace(item, b[index], known))
    return items.every((item) => item !== undefined) ? { from: 'list', items } : undefined
  }
  if (typeof a !== 'string' || typeof b !== 'string') return undefined
  const hashed = splitHash(a, b)
  if (hashed) return { from: 'text', parts: hashed }
  const parts = split(a, b, known.candidates)
  if (parts) return { from: 'text', parts }
  return uuid.test(a) && uuid.test(b) ? { from: 'new uuid' } : undefined
}

/** A keyed hash of an input, such as a phone number: no row has its value, and computing it is not a matter of SQL. */
function splitHash(a: string, b: string): Source[] | undefined {
  const [, prefix, hash] = /^(\w+:)([\w-]{43})$/.exec(a) ?? []
  if (prefix === undefined || !b.startsWith(prefix) || b.length !== a.length || b.endsWith(hash!)) return undefined
  return [{ from: 'constant', value: prefix }, { from: 'new hash' }]
}

// As a string, a list with one item equals the item.
const same = (a: unknown, b: unknown): boolean => a === b || (isObject(a) === isObject(b) && String(a) === String(b))

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Splits a text into known values and constant parts. */
function split(a: string, b: string, candidates: readonly Candidate[]): Source[] | undefined {
  if (a === b) return a === '' ? [] : [{ from: 'constant', value: a }]
  const tokens = candidates
    .filter(({ one: value }) => typeof value === 'string' || typeof value === 'number')
    .sort((first, second) => String(second.one).length - String(first.one).length)
  for (const token of tokens) {
    const [here, there] = [findToken(String(token.one), a), findToken(String(token.other), b)]
    if (!here || !there) continue
    const left = split(a.slice(0, here.start), b.slice(0, there.start), candidates)
    const right = split(a.slice(here.end), b.slice(there.end), candidates)
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
