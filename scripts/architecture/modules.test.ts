// Sample trees show which imports are found, and which ones between modules, layers and entry points are rejected.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFault, calls, check, messages } from './sample-tree-fixtures.ts'
import { readSource } from './tree.ts'

test('each kind of import is found on its line', () => {
  const text = [
    "import a, { b, type C } from './a.ts' // import x from './no.ts'",
    'import type { D,',
    "  E } from './b.ts'",
    "/* export * from './no.ts' */ export * as f from '#sdk/c.ts'",
    "const i = await import(`./d.ts`), g = 'import(no)'",
    "const j = { import: 1 }, k = <p>Don't {import('./e.ts')}</p>",
    "import './f.ts'",
    "import { type L } from 'zod'",
    "type M = import('./g.ts').M",
  ].join('\n')
  assert.deepEqual(
    readSource('sdk/x.tsx', text).imports.map(
      ({ target, line, typeOnly }) => `${line} ${target}${typeOnly ? ' type' : ''}`,
    ),
    [
      '1 sdk/a.ts',
      '2 sdk/b.ts type',
      '4 sdk/c.ts',
      '5 sdk/d.ts',
      '6 sdk/e.ts',
      '7 sdk/f.ts',
      '8 zod type',
      '9 sdk/g.ts',
    ],
  )
})

describe('modules', () => {
  test('a tree that follows the rules has no faults', () => {
    assert.deepEqual(
      check({
        'contract/messages/messages.ts': "import { z } from 'zod'\nexport const a = z.string()",
        'server/ports/carrier.ts': "import type { Readable } from 'node:stream'\nexport type Sound = Readable",
        'server/platform/context/context.ts':
          "import type { Sound } from '#server/ports/carrier.ts'\nexport type B = Sound",
        'server/platform/safe-fetch.ts': "import { Agent } from 'undici'\nexport const agent = new Agent()",
        'server/carriers/sample/open.ts':
          "import type { B } from '#server/platform/context/context.ts'\nexport type C = B",
        'server/models/cartesia/open.ts': "import { open } from '../vendor-speech/socket.ts'\nvoid open",
        'server/models/vendor-speech/socket.ts': 'export const open = 1',
        'server/features/accounts/index.ts': "export { findAccount } from './store.ts'",
        'server/features/accounts/store.ts': 'export const findAccount = sql`select 1 from accounts`',
        'server/features/accounts/feature.ts': "export { findAccount } from './store.ts'",
        [messages]: "import { findAccount } from '#server/features/accounts/index.ts'\nexport const d = findAccount",
        'server/features/messages/messages.test.ts': "import { e } from '#testing/app/test-app.ts'\nvoid e",
        'testing/app/test-app.ts': "export { f as e } from '#server/app.ts'",
        'server/app.ts': "export { findAccount as f } from '#server/features/accounts/feature.ts'",
        'server/config.ts': 'export const port = process.env.PORT',
        'server/startup/open-carrier.ts': "import { open } from '@parley/carrier'\nvoid open",
        'packages/carrier/src/index.ts': "export { open } from './open.ts'",
        'packages/carrier/src/open.ts': "import { fastify as open } from 'fastify'\nexport { open }",
        'packages/carrier/src/work.ts': "import { open } from '@parley/workers'\nvoid open",
        'packages/workers/src/index.ts': 'export const open = 1',
        'packages/carrier/src/count.ts': "import { count } from '@parley/rules'\nvoid count",
        'packages/rules/src/index.ts': 'export const count = 1',
        'contract/count.ts': "import { count } from '@parley/rules'\nvoid count",
        'server/ports/count.ts': "import { count } from '@parley/rules'\nvoid count",
        'dashboard/src/count.ts': "import { count } from '@parley/rules'\nvoid count",
        'packages/telephone/src/index.ts': 'export const open = 1',
        'dashboard/src/panels/talk.ts': "import { open } from '@parley/telephone/browser'\nvoid open",
        'packages/carrier-sandbox/src/say.ts': "import { open } from '@parley/speech'\nvoid open",
        'packages/speech/src/index.ts': 'export const open = 1',
        'server/platform/work.ts': "import { open } from '@parley/workers'\nvoid open",
        'server/migrations/0001-accounts.sql': 'create table accounts (id bigint)',
        'cli/parley.mjs': "#!/usr/bin/env node\n// Opens the command line.\nimport './main.ts'",
        'cli/main.ts': "await import('#server/config.ts')",
        'dashboard/vite.config.ts': 'export default {}',
      }),
      [],
    )
  })

  const rejected: [name: string, from: string, code: string, words: RegExp][] = [
    ['the contract imports a package', 'contract/a.ts', "import fs from 'node:fs'\nvoid fs", /only zod/],
    [
      'the contract imports us',
      'contract/a.ts',
      "export { a } from '#server/platform/b.ts'",
      /may not import platform/,
    ],
    ['a port imports a package', 'server/ports/a.ts', "import { z } from 'zod'\nvoid z", /imports no package/],
    ['a port imports a module', 'server/ports/a.ts', "import type { A } from '#contract/a.ts'", /imports nothing/],
    ['platform imports a feature', 'server/platform/a.ts', `import '#${calls}'`, /platform may not import features/],
    ['an adapter imports a feature', 'server/models/x/a.ts', `import '#${calls}'`, /models may not import features/],
    ['an adapter imports another adapter', 'server/carriers/a/b.ts', "import '../c/d.ts'", /may not import each other/],
    [
      'what adapters share imports one',
      'server/models/vendor-speech/a.ts',
      "import '../b/c.ts'",
      /may not import each other/,
    ],
    ['a carrier imports a model', 'server/carriers/a/b.ts', "import '#server/models/c/d.ts'", /may not import models/],
    ['a feature imports an adapter', messages, "import '#server/carriers/sample/open.ts'", /use its port/],
    ['a feature imports the composition module', messages, "import '#server/config.ts'", /may not import composition/],
    ['voice imports SQL', 'server/voice/a.ts', "import { sql } from 'kysely'\nvoid sql", /no SQL and no HTTP/],
    ['the SDK imports the server', 'sdk/a.ts', "import type { A } from '#server/ports/a.ts'", /only on the contract/],
    ['the command line imports a feature', 'cli/a.ts', `import '#${calls}'`, /cli may not import features/],
    ['a page imports the server', 'dashboard/src/a.tsx', "import '#server/app.ts'", /use the SDK/],
    ['a page imports a package of the server', 'dashboard/src/a.tsx', "import '@parley/speech'", /use the SDK/],
    ['a package imports us', 'packages/a/src/b.ts', "import '#server/app.ts'", /imports nothing of ours/],
    ['a test of a package imports us', 'packages/a/b.test.ts', "import '#server/app.ts'", /imports nothing of ours/],
    ['a package imports another', 'packages/a/src/b.ts', "import '@parley/c'", /imports nothing of ours/],
    ['a carrier imports a package', 'server/carriers/twilio/a.ts', "import '@parley/a'", /may not import packages/],
    ['platform imports another package', 'server/platform/a.ts', "import '@parley/a'", /may not import packages/],
    ['a package is imported by path', 'server/app.ts', "import '../packages/a/src/b.ts'", /by its name/],
    ['code imports testing', messages, "import '#testing/app/test-app.ts'", /only tests/],
    [
      'a lower feature imports a type of a higher one',
      messages,
      `import type { Call } from '#${calls}'`,
      /messages is below calls; .*emit an event/,
    ],
    [
      'a feature imports one of its layer',
      'server/features/catalogues/voices.ts',
      "await import('#server/features/webhooks/index.ts')",
      /same layer/,
    ],
    [
      'a feature is imported without index.ts',
      messages,
      "export * from '../conversations/store.ts'",
      /only through its index\.ts/,
    ],
    [
      'a test imports a feature without index.ts',
      'server/features/messages/a.test.ts',
      "import '#server/features/accounts/store.ts'",
      /only through/,
    ],
    ['code imports a folder of no module', messages, "import '#server/helpers/a.ts'", /no module/],
  ]
  for (const [name, from, code, words] of rejected) {
    test(`${name}: rejected`, () => assertFault({ [from]: code }, `${from}:2`, words))
  }

  test('a file of no module is a fault', () =>
    assertFault({ 'server/helpers/a.ts': '' }, 'server/helpers/a.ts', /no module/))
  test('a feature without a layer is a fault', () =>
    assertFault({ 'server/features/faxes/index.ts': '' }, 'server/features/faxes/index.ts', /layer/))

  test('the composition module imports the manifest of a feature, but no operation', () => {
    const joins = ['index', 'feature'].map((name) => `import '#server/features/calls/${name}.ts'`)
    assert.deepEqual(check({ 'server/app.ts': joins.join('\n') }), [])
    assertFault({ 'server/app.ts': "import '#server/features/calls/hang-up.ts'" }, 'server/app.ts:2', /only through/)
  })
})
