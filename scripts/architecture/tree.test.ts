// Tests of reading a source file.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources under test are texts that hold templates.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { opening } from './sample-tree-fixtures.ts'
import { scan } from './scan.ts'
import { readSource } from './tree.ts'

describe('reading a source', () => {
  const tricky = [
    opening.trim(),
    "import a, { b, type C } from './a.ts' // import x from './no.ts'",
    'import type { D,',
    "  E } from './b.ts'",
    "/* export * from './no.ts' */ export * as f from '#sdk/c.ts'",
    "const g = / ['\"`] /.test(a) ? 'import \"no\"' : `${b / 2 } import('no') ${`deep ${{ h: '}' }.h}`}`",
    "const i = await import('./d.ts')",
    "export const from = 'no'",
    "const j = { import: 1 }, k = <p>Don't {import('./e.ts')}</p>",
    "import './f.ts'",
    "import { type L } from 'zod'",
  ].join('\n')

  test('finds each kind of import on its line', () => {
    const { imports } = readSource('sdk/x.tsx', tricky)
    assert.deepEqual(
      imports.map(({ target, line, typeOnly }) => `${line} ${target}${typeOnly ? ' type' : ''}`).sort(),
      ['10 sdk/f.ts', '11 zod type', '2 sdk/a.ts', '3 sdk/b.ts type', '5 sdk/c.ts', '7 sdk/d.ts', '9 sdk/e.ts'],
    )
  })

  test('blanks comments and texts and keeps every offset', () => {
    const { code, texts } = scan(tricky)
    assert.equal(code.length, tricky.length)
    assert.deepEqual([...code.matchAll(/\n/g)].length, [...tricky.matchAll(/\n/g)].length)
    assert.doesNotMatch(code, /no/)
    for (const text of texts) assert.match(tricky[text.start]!, /['"`]/)
  })
})
