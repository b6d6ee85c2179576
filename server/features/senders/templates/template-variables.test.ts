// The values of a template's placeholders: which are accepted, and where they are inserted.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { placeholdersFrom, placeholdersOfCarrier } from './placeholders.ts'
import { fillTemplate } from './template-variables.ts'

const template = {
  bodyText: 'Hello {{1}}, your order {{2}} is on its way, {{1}}.',
  placeholders: placeholdersFrom(['1', '2'], ['customer_name', 'order'], ['Ann', 'A-17']),
}
const text = 'Hello Bo, your order B-2 is on its way, Bo.'
const filled = { ok: true, variables: { 1: 'Bo', 2: 'B-2' }, text }

function mismatchOf(given: Record<string, unknown> | undefined): string {
  const result = fillTemplate(template, given)
  assert.ok(!result.ok)
  const [beginning, faults] = result.mismatch.split(': ', 2)
  assert.equal(beginning, 'Template variables do not match')
  return faults!
}

describe('a template is filled', () => {
  it('by number, by name, or by both', () => {
    const values = [
      { 1: 'Bo', 2: 'B-2' },
      { order: 'B-2', customer_name: 'Bo' },
      { 2: 'B-2', customer_name: 'Bo' },
    ]
    for (const given of values) assert.deepEqual(fillTemplate(template, given), filled)
  })

  it('without values when it has no placeholders', () => {
    const plain = { bodyText: 'Good morning.', placeholders: [] }
    assert.deepEqual(fillTemplate(plain), { ok: true, variables: {}, text: 'Good morning.' })
    assert.ok(!fillTemplate(plain, { 1: 'Bo' }).ok)
  })

  it('with the value of a button, which its body does not contain', () => {
    const withButton = { bodyText: 'Track it here.', placeholders: placeholdersFrom(['1'], ['code'], ['a1']) }
    const expected = { ok: true, variables: { 1: 'b2' }, text: 'Track it here.' }
    assert.deepEqual(fillTemplate(withButton, { code: 'b2' }), expected)
  })
})

describe('a template is refused', () => {
  it('when a value is missing', () => {
    assert.equal(mismatchOf(undefined), '"1" (customer_name) is missing; "2" (order) is missing.')
    assert.equal(mismatchOf({ 1: 'Bo' }), '"2" (order) is missing.')
  })

  it('when a value has no placeholder', () => {
    for (const extra of ['3', 'customer', 'Customer_Name', 'constructor', '__proto__', 'toString', ''])
      assert.equal(
        mismatchOf({ 1: 'Bo', 2: 'B-2', ...JSON.parse(`{${JSON.stringify(extra)}:"x"}`) }),
        `"${extra}" is not a variable of this template.`,
      )
  })

  it('when a value is given twice', () => {
    const given = { 1: 'Bo', 2: 'B-2', order: 'B-3' }
    assert.equal(mismatchOf(given), '"order" is given twice, by number and by name.')
  })

  it('when a value is not a string', () => {
    for (const value of [17, null, true, ['Bo'], { first: 'Bo' }, { toString: 1 }])
      assert.equal(mismatchOf({ 1: value, 2: 'B-2' }), '"1" must be a string.')
  })

  it('when the channel would reject a value', () => {
    for (const [value, fault] of [
      ['', 'may not be empty'],
      [' \u00a0', 'may not be empty'],
      ['a\nb', 'may not contain a line break'],
      ['a\r', 'may not contain a line break'],
      ['a\u2028b', 'may not contain a line break'],
      ['a\tb', 'may not contain a tab'],
      ['a     b', 'may not contain more than four spaces in a row'],
      ['x'.repeat(1601), 'may not be greater than 1600 characters'],
    ])
      assert.equal(mismatchOf({ 1: value, 2: 'B-2' }), `"1" ${fault}.`)
    assert.ok(fillTemplate(template, { 1: 'x'.repeat(1600), 2: 'a    b' }).ok)
  })

  it('with a short message, even for many faults', () => {
    const given = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${'n'.repeat(900)}${index}`, 'x']))
    const message = mismatchOf(given)
    assert.match(message, /; and 297 more\.$/)
    assert.ok(message.length < 1000)
  })
})

const label = fc.oneof(
  fc.constantFrom('1', '2', '3', 'customer_name', 'order', '__proto__', 'constructor'),
  fc.string({ maxLength: 20 }),
)
const value = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.jsonValue())
const acceptable = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((one) => one.trim() !== '' && !/[\n\v\f\r\t\u0085\u2028\u2029]| {5}/.test(one))

describe('for any input', () => {
  it('a template is filled completely or refused', () => {
    fc.assert(
      fc.property(fc.dictionary(label, value), (given) => {
        const result = fillTemplate(template, given)
        if (!result.ok) return assert.ok(result.mismatch.endsWith('.') && result.mismatch.length < 1000)
        assert.deepEqual(Object.keys(result.variables), ['1', '2'])
        const { 1: first, 2: second } = result.variables as { 1: string; 2: string }
        assert.equal(result.text, `Hello ${first}, your order ${second} is on its way, ${first}.`)
        const sorted = (values: unknown[]) => values.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
        assert.deepEqual(sorted(Object.values(given)), sorted([first, second]))
      }),
      { numRuns: 2000 },
    )
  })

  it('accepted values are inserted unchanged', () => {
    const odd = fc.oneof(acceptable, fc.constantFrom('{{2}}', '$&', '$1', '{{1}}{{2}}', '\\', '"', '%s'))
    fc.assert(
      fc.property(odd, odd, fc.boolean(), (first, second, byName) => {
        const given = byName ? { customer_name: first, order: second } : { 1: first, 2: second }
        assert.deepEqual(fillTemplate(template, given), {
          ok: true,
          variables: { 1: first, 2: second },
          text: `Hello ${first}, your order ${second} is on its way, ${first}.`,
        })
      }),
    )
  })

  it('placeholders of a carrier have unique names', () => {
    const key = fc.oneof(fc.nat({ max: 20 }).map(String), fc.stringMatching(/^[a-z_]{1,16}$/))
    fc.assert(
      fc.property(fc.dictionary(key, fc.oneof(key, fc.string({ unit: 'grapheme' })), { minKeys: 1 }), (variables) => {
        const placeholders = placeholdersOfCarrier(variables)
        const names = placeholders.map(({ name }) => name)
        assert.equal(new Set(names).size, names.length)
        const given = Object.fromEntries(placeholders.map((one) => [one.name, `value of ${one.key}`]))
        const result = fillTemplate({ bodyText: '', placeholders }, given)
        assert.ok(result.ok)
        for (const { key: one } of placeholders) assert.equal(result.variables[one], `value of ${one}`)
      }),
    )
  })
})

describe('the names of the placeholders of a carrier', () => {
  const namesOf = (variables: Record<string, string>) => placeholdersOfCarrier(variables).map(({ name }) => name)

  it('are the samples, or the keys if the samples are ambiguous', () => {
    assert.deepEqual(namesOf({ 1: 'customer_name', 2: 'order' }), ['customer_name', 'order'])
    assert.deepEqual(namesOf({ 1: 'Ann', 2: 'Ann', 3: '' }), ['Ann', '2', '3'])
    assert.deepEqual(namesOf({ 1: '2', 2: '1' }), ['1', '2'])
    assert.deepEqual(namesOf({ 1: 'x'.repeat(61) }), ['1'])
    assert.deepEqual(namesOf({ 10: 'ten', 9: 'nine', code: 'c' }), ['nine', 'ten', 'c'])
  })

  it('do not change while the keys are the same', () => {
    const known = placeholdersFrom(['1', '2'], ['customer_name', 'order'], ['Ann', 'A-17'])
    const renewed = placeholdersOfCarrier({ 1: 'Bea', 2: 'B-1' }, known)
    assert.deepEqual(renewed, placeholdersFrom(['1', '2'], ['customer_name', 'order'], ['Bea', 'B-1']))
    assert.equal(placeholdersOfCarrier({ 1: 'Bea' }, known)[0]!.name, 'Bea')
  })
})
