// Generates valid, almost valid and invalid values for a schema.
import fc from 'fast-check'
import type { z } from 'zod'
import { anyCharacter } from '../requests/any-character.ts'
import { definitionOf, examplesOf, innermost, mayBeAbsent } from '../requests/examples.ts'
import { longTexts } from '../requests/pathological.ts'

/** A placeholder for an id of an earlier response, which is inserted when the request is sent. */
export class Reference {
  readonly record: string
  readonly form: 'number' | 'text'
  readonly which: number

  constructor(record: string, form: 'number' | 'text', which: number) {
    this.record = record
    this.form = form
    this.which = which
  }
}

/** The kind of record that a field of this name refers to, if any. */
export type RecordOf = (field: string) => string | undefined

export const rarely = <T, U>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<U>, oneIn: number): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: usual }, { weight: 1, arbitrary: odd }) as fc.Arbitrary<T | U>

export const oddTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\ufeff', '\u202eabc', '\r\nX-Odd: 1', 'null', 'undefined'],
    ...['NaN', '-0', '0x10', '1e400', '1e30', '-1', '1.5', '9223372036854775808', '٣', 'İ', '👩‍🚀'.repeat(60)],
    ...["'; drop table accounts; --", '{{name}}', '{{constructor}}', '$&$1', '../../etc/passwd', '%00', '<script>'],
    ...[
      'http://127.0.0.1:9/',
      'http://[::1]/',
      'https://',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'http://x@y:z',
    ],
    ...[
      '2026-02-30',
      '0000-01-01',
      '0000-00-00',
      '99999-01-01',
      '2026-12-31',
      'Mars/Olympus',
      'Europe/Berlin',
      '+1',
      '+999999999999999',
    ],
  ),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(256, 1001, 2001, 4097, 50_001, 120_000).map((length) => 'x'.repeat(length)),
  fc
    .tuple(fc.constantFrom(...Object.values(longTexts)), fc.constantFrom(2_000, 16_000, 200_000))
    .map(([textOf, length]) => textOf(length)),
)

const oddNumbers = fc.oneof(
  fc.constantFrom(0, -0, -1, 1.5, 1e-9, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e30, 1e308, -1e308),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  oddTexts,
  oddNumbers,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { a: [] }, [{}, {}]),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(5, 20, 40, 200).map(nested),
  fc.constantFrom(100, 3000).map((length) => Array.from({ length }, (_, index) => index)),
)

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

/** Generates mostly valid values; `field` is the name of the field. */
export function fitting(outer: z.ZodType, recordOf: RecordOf, field = ''): fc.Arbitrary<unknown> {
  const schema = innermost(outer)
  const example = outer.meta()?.['example'] ?? schema.meta()?.['example']
  const core = fittingCore(schema, recordOf, field)
  const value = example === undefined ? core : rarely(fc.constant(example), core, 3)
  return outer.safeParse(null).success ? rarely(value, fc.constant(null), 7) : value
}

function fittingCore(schema: z.ZodType, recordOf: RecordOf, field: string): fc.Arbitrary<unknown> {
  const { type, element, shape, entries, values, options, valueType } = definitionOf(schema)
  const record = recordOf(field)
  switch (type) {
    case 'string': {
      const [plainest = 'example', ...others] = examplesOf(schema)
      const free = fc.oneof(
        { weight: 3, arbitrary: fc.constant(plainest) },
        { weight: 1, arbitrary: fc.constantFrom(plainest, ...others) },
        { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 25 }) },
      )
      return record ? rarely(reference(record, 'text'), free, 10) : free
    }
    case 'number':
    case 'int': {
      const number = numberOf(schema)
      return record ? rarely(reference(record, 'number'), number, 10) : number
    }
    case 'boolean':
      return fc.oneof(fc.boolean(), fc.constantFrom(0, 1, '0', '1'))
    case 'enum':
      return fc.constantFrom(...Object.values(entries!))
    case 'literal':
      return fc.constantFrom(...values!)
    case 'array':
      return fc.array(fitting(element!, recordOf, field), { maxLength: 3 })
    case 'object':
      return fittingObject(shape!, recordOf)
    case 'record': {
      const key = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 8 })
      return fc.dictionary(key, fitting(valueType!, recordOf), { maxKeys: 4, noNullPrototype: true })
    }
    case 'union':
      return fc.oneof(...options!.map((option) => fitting(option, recordOf, field)))
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

const reference = (record: string, form: 'number' | 'text') =>
  fc.nat(9).map((which) => new Reference(record, form, which))

function numberOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { minValue, maxValue, isInt } = schema as z.ZodNumber
  const min = Math.max(minValue ?? 0, -1000)
  const max = Math.min(maxValue ?? 1000, min + 5000)
  const number =
    isInt || definitionOf(schema).type === 'int'
      ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
      : fc.double({ min, max, noNaN: true })
  return rarely(number, number.map(String), 5)
}

export function fittingObject(
  shape: Record<string, z.ZodType>,
  recordOf: RecordOf,
): fc.Arbitrary<Record<string, unknown>> {
  const required = Object.keys(shape).filter((name) => !mayBeAbsent(shape[name]!))
  const optional = Object.keys(shape).filter((name) => !required.includes(name))
  const fields = Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, fitting(schema, recordOf, name)]),
  )
  const chosen = fc.subarray(optional, { maxLength: Math.min(optional.length, 5) })
  return chosen.chain((some) =>
    fc.record(Object.fromEntries([...required, ...some].map((name) => [name, fields[name]!]))),
  )
}

/** Generates a valid object, then changes, removes or adds one to three of its fields. */
export function nearly(shape: Record<string, z.ZodType>, recordOf: RecordOf): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(shape)
  const name = fc.oneof(...(names.length > 0 ? [{ weight: 8, arbitrary: fc.constantFrom(...names) }] : []), {
    weight: 1,
    arbitrary: fc.constantFrom('account_id', 'constructor', 'toString', 'id', 'unknown'),
  })
  const change = fc.record({ name, drop: fc.nat(4), value: oddValues })
  return fc
    .tuple(fittingObject(shape, recordOf), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([object, changes]) => {
      const changed = { ...object }
      for (const { name: field, drop, value } of changes) {
        if (drop === 0) delete changed[field]
        else changed[field] = value
      }
      return changed
    })
}
