// Tests of the regular expression check.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFault } from './architecture/fault.ts'
import { checkExpressions } from './check-expressions.ts'
import { faultsOf } from './slow-expressions.ts'

const superLinear = [
  // Exponential.
  /^(a+)+$/,
  /^(\w+\s?)*$/,
  /(?:x+x+)+y/,
  /^(?:a|a)*$/,
  /^(?:ab|a|b)*$/,
  // Quadratic within one match.
  /^\d+\d*x$/,
  /^(?:ab)*(?:ab)*$/,
  /^[^?=]*\d[-/]\d[^?=]*$/,
  /\{\{\s*([^{}]*?)\s*\}\}/g,
  // Quadratic because the search begins again at every character.
  /\/+$/,
  /[.!]+$/,
  /\s+$/,
  /<[^>]*>/,
  /\bname\b[^.!]*\?/i,
  /--email.*--port/s,
  /<!--[\s\S]*?-->/,
]

const linear = [
  /^\/+/,
  /^\d+(?:\.\d*)?$/,
  /^[a-z]+(?:-[a-z]+)*$/,
  /(?<![\w.])[\w.]+@/,
  /\{\{([^{}]*)\}\}/g,
  /<!--[\s\S]*?-->|x/y,
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/,
  /\p{L}[\p{L}\p{M}]{0,80}!/u,
]

for (const expression of superLinear) {
  test(`${expression} is rejected`, () => {
    assert.match(faultsOf([expression]).get(expression) ?? '', /^is (?:exponential|super-linear) in /)
  })
}

for (const expression of linear) {
  test(`${expression} is accepted`, () => {
    assert.deepEqual([...faultsOf([expression])], [])
  })
}

test('a fault names the file, the line and the expression', () => {
  const text = [
    '// Trims.',
    'const division = (a: number) => a / 2 / 3 // /x+$/',
    "const text = '/x+$/'",
    'export const trim = (given: string): string => given.replace(/x+$/g, "")',
  ].join('\n')
  const { faults, expressions } = checkExpressions([{ path: 'sdk/trim.ts', text }])
  assert.equal(expressions, 1)
  assert.deepEqual(faults.map(describeFault), ['sdk/trim.ts:4 /x+$/g is super-linear in the character x'])
})

test('an expression that is built from a string is rejected', () => {
  const text = 'export const find = (what: string) =>\n  [new RegExp(what), RegExp("^" + what), new Map()]'
  assert.deepEqual(
    checkExpressions([{ path: 'sdk/find.ts', text }]).faults.map(({ line, message }) => [line, message]),
    [
      [2, 'builds a regular expression from a string; write it as a literal'],
      [2, 'builds a regular expression from a string; write it as a literal'],
    ],
  )
})
