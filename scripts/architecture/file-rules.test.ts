// Tests of the rules for single files.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFault, check, messages } from './sample-tree-fixtures.ts'

describe('the file rules', () => {
  test('require a comment in the first line', () => {
    for (const text of ['//no space.', '// No full stop', '/* Wrong kind. */', '#!/usr/bin/env node\nvoid 0'])
      assertFault(
        { 'scripts/a.mjs': text.startsWith('/*') ? `//\n${text}` : text },
        'scripts/a.mjs:1',
        /begin with a comment/,
      )
  })

  test('reject default exports', () => {
    assertFault({ 'sdk/a.ts': 'export default 1' }, 'sdk/a.ts:2', /default/)
    assertFault({ 'sdk/a.ts': 'const a = 1\nexport { a as default }' }, 'sdk/a.ts:3', /default/)
    assert.deepEqual(check({ 'sdk/a.ts': "export const a = 'export default'" }), [])
  })

  test('allow process.env only in the config, scripts, benchmarks and tests', () => {
    for (const code of [
      'void process.env.PORT',
      'const { env } = process\nvoid env',
      "import { env } from 'node:process'\nvoid env",
    ]) {
      for (const path of [messages, 'testing/app/test-app.ts', 'server/app.ts', 'sdk/a.ts'])
        assertFault({ [path]: code }, `${path}:2`, /process/)
    }
    assert.deepEqual(
      check({ 'server/features/calls/a.test.ts': 'void process.env', 'bench/a.ts': 'void process.env' }),
      [],
    )
  })

  test('allow network access only in safe-fetch and adapters', () => {
    for (const code of [
      "import { request } from 'undici'",
      "import * as https from 'node:https'",
      "void fetch('x').then(() => fetch)",
      'void (1 ? fetch(a) : b)',
      'void globalThis.fetch',
    ])
      assertFault({ [messages]: code }, `${messages}:2`, /safe-fetch/)
    assertFault({ 'widget/a.ts': "void fetch('/x')" }, 'widget/a.ts:2', /SDK/)
    for (const path of [
      'server/models/a/b.ts',
      'server/platform/safe-fetch/a.ts',
      'server/platform/files/s3-files.ts',
      'server/platform/vendor-json/a.ts',
      'server/models/vendor-speech/a.ts',
      'sdk/a.ts',
      'scripts/a.ts',
      'bench/a.ts',
    ])
      assert.deepEqual(check({ [path]: "import 'undici'\nvoid fetch('x')" }), [])
    const harmless = [
      "import type { IncomingMessage } from 'node:http'",
      "import { type IncomingHttpHeaders, } from 'node:http'",
      'void ctx.fetcher.fetch(url)',
      'export interface A { fetch(url: string): Promise<void> }',
      'export const a = { async fetch(url) { return prefetch(url) } }',
    ]
    assert.deepEqual(check({ [messages]: harmless.join('\n') }), [])
  })

  test('warn about long files and reject very long ones, except tests and data', () => {
    const lines = (count: number) => 'void 0\n'.repeat(count - 1)
    assert.deepEqual(check({ 'sdk/a.ts': lines(300), 'sdk/a.test.ts': lines(900), 'sdk/data/a.ts': lines(900) }), [])
    assert.match(check({ 'sdk/a.ts': lines(301) })[0]!, /^warning: sdk\/a\.ts has 301 lines/)
    assert.match(check({ 'sdk/a.ts': lines(401) })[0]!, /^sdk\/a\.ts has 401 lines/)
  })
})
