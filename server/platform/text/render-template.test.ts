// Tests of the substitution of `{{name}}` placeholders.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertProportional } from '#testing/measure/processor-time.ts'
import { anyCharacter } from '#testing/requests/any-character.ts'
import { cleanValue, findPlaceholders, renderTemplate } from './render-template.ts'

const name = fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/)
const anyText = fc.string({ unit: anyCharacter, maxLength: 200 })
/** Generates text with many braces, names and replacement patterns. */
const trickyText = fc
  .array(
    fc.constantFrom('{', '}', '{{', '}}', '{{a}}', '{{ b }}', 'a', 'b', ' ', '$&', '$1', '$`', "$'", '\n', 'é', '😀'),
  )
  .map((parts) => parts.join(''))

test('placeholders are replaced by values, with or without inner spaces', () => {
  const values = { first_name: 'Ada', 'order.id-2': '7' }
  assert.equal(
    renderTemplate('Hi {{first_name}}, order {{ order.id-2 }}: {{  first_name }}', values),
    'Hi Ada, order 7: Ada',
  )
  assert.equal(renderTemplate('{{{first_name}}}', new Map(Object.entries(values))), '{Ada}')
})

test('invalid names are not substituted', () => {
  const text = `{{}} {{ }} {{a|upper}} {{#if a}} {{\na}} {a} {{a} {{${'x'.repeat(65)}}}`
  assert.equal(renderTemplate(text, { a: 'never' }), text)
  assert.deepEqual(findPlaceholders(text), [])
})

test('names can have spaces and letters of any script, and a placeholder without a value becomes empty', () => {
  const text = 'Dear {{customer name}}, {{ имя }}, {{名前}}, {{é}}, {{नाम 2}}'
  const names = ['customer name', 'имя', '名前', 'é', 'नाम 2']
  assert.deepEqual(findPlaceholders(text), names)
  const values = Object.fromEntries(names.map((one, index) => [one, String(index)]))
  assert.equal(renderTemplate(text, values), 'Dear 0, 1, 2, 3, 4')
  assert.equal(renderTemplate(text, new Map(Object.entries(values))), 'Dear 0, 1, 2, 3, 4')
  for (const none of [{}, new Map()]) assert.equal(renderTemplate(text, none), 'Dear , , , , ')
})

test('an existing value is substituted for any name', () => {
  const values = { "the customer's city": 'Rome', 'a|upper': 'A', '#if a': '?' }
  assert.equal(renderTemplate("{{the customer's city}} {{a|upper}} {{ #if a }} {{/if}}", values), 'Rome A ? {{/if}}')
})

test('inherited property names are ignored', () => {
  for (const inherited of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
    assert.equal(renderTemplate(`<{{${inherited}}}>`, {}), '<>')
    assert.equal(renderTemplate(`<{{${inherited}}}>`, new Map()), '<>')
    assert.equal(renderTemplate(`<{{${inherited}}}>`, JSON.parse(`{"${inherited}":"own"}`)), '<own>')
  }
})

test('replacement patterns in values have no effect', () => {
  for (const value of ['$&', '$1', '$`', "$'", '$$', '$<name>']) {
    assert.equal(renderTemplate('a{{v}}b', { v: value }), `a${value}b`)
  }
})

test('control characters are removed from values, except tabs and line feeds', () => {
  assert.equal(renderTemplate('{{v}}', { v: 'a\u0000b\u001b[31m\r\n\tc\u007f\u0085d' }), 'ab[31m\n\tcd')
})

test('each placeholder is collected once, in order', () => {
  assert.deepEqual(findPlaceholders('{{b}} {{ a }} {{b}} {{__proto__}}'), ['b', 'a', '__proto__'])
})

test('a single placeholder renders to its cleaned value', () => {
  fc.assert(
    fc.property(name, fc.oneof(anyText, trickyText), (key, value) => {
      assert.equal(renderTemplate(`{{${key}}}`, new Map([[key, value]])), cleanValue(value))
      assert.equal(renderTemplate(`{{${key}}}`, Object.fromEntries([[key, value]])), cleanValue(value))
    }),
  )
})

test('cleaning a value removes only control characters', () => {
  const isDropped = (char: string) => /\p{Cc}/u.test(char) && char !== '\t' && char !== '\n'
  fc.assert(
    fc.property(anyText, (value) => {
      assert.equal(cleanValue(value), [...value].filter((char) => !isDropped(char)).join(''))
    }),
  )
})

test('text without placeholders is unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, trickyText), (text) => {
      fc.pre(findPlaceholders(text).length === 0)
      assert.equal(renderTemplate(text, { a: 'x', b: 'y' }), text)
    }),
  )
})

test('placeholders in values are not substituted', () => {
  fc.assert(
    fc.property(trickyText, trickyText, (a, b) => {
      assert.equal(renderTemplate('[{{a}}|{{b}}|{{a}}]', { a, b }), `[${a}|${b}|${a}]`)
    }),
  )
})

test('long sequences of braces and spaces are parsed in time proportional to their length', async () => {
  const texts: ((length: number) => string)[] = [
    (length) => `${'{{ '.repeat(length / 8)}${' '.repeat((length * 5) / 8)}`,
    (length) => `{{${'a'.repeat(length)}`,
    (length) => `{{${'a '.repeat(length / 2)}}`,
    (length) => `${'{{a b'.repeat(length / 4)}}`,
    (length) => '{'.repeat(length),
  ]
  for (const textOf of texts)
    await assertProportional((length) => {
      const text = textOf(length)
      assert.equal(renderTemplate(text, {}), text)
    }, 160_000)
})
