// Little trees, each with one fault of the house or none, show that every check finds what it is for.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources under test are texts that hold templates.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { describeFault } from './architecture/fault.ts'
import { scan } from './architecture/scan.ts'
import { readSource } from './architecture/tree.ts'
import { checkArchitecture } from './architecture.ts'

const opening = '// What this file is for.\n'

/** Writes the files, each under an opening sentence unless it brings its own first line, and checks them. */
function check(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'parley-architecture-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), path.endsWith('.sql') || /^(?:\/\/|#!)/.test(text) ? text : opening + text)
    }
    return checkArchitecture(root).faults.map(describeFault)
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** One fault expected, beginning with the place and holding the words. */
function assertFault(files: Record<string, string>, place: string, words: RegExp) {
  const faults = check(files)
  assert.equal(faults.length, 1, faults.join('\n') || 'no fault found')
  assert.ok(faults[0]!.startsWith(`${place} `), faults[0])
  assert.match(faults[0]!, words)
}

const calls = 'server/features/calls/index.ts'
const messages = 'server/features/messages/send-freeform.ts'

describe('rooms', () => {
  test('a house in order has no fault', () => {
    assert.deepEqual(
      check({
        'contract/messages.ts': "import { z } from 'zod'\nexport const a = z.string()",
        'server/ports/carrier.ts': "import type { Readable } from 'node:stream'\nexport type Sound = Readable",
        'server/platform/context.ts': "import type { Sound } from '#server/ports/carrier.ts'\nexport type B = Sound",
        'server/platform/safe-fetch.ts': "import { Agent } from 'undici'\nexport const agent = new Agent()",
        'server/carriers/twilio/open.ts': "import type { B } from '#server/platform/context.ts'\nexport type C = B",
        'server/features/accounts/index.ts': "export { findAccount } from './store.ts'",
        'server/features/accounts/store.ts': 'export const findAccount = sql`select 1 from accounts`',
        'server/features/accounts/routes.ts': "export { findAccount } from './store.ts'",
        [messages]: "import { findAccount } from '#server/features/accounts/index.ts'\nexport const d = findAccount",
        'server/features/messages/messages.test.ts': "import { e } from '#server/testing/parley.ts'\nvoid e",
        'server/testing/parley.ts': "export { f as e } from '#server/app.ts'",
        'server/app.ts': "export { findAccount as f } from '#server/features/accounts/routes.ts'",
        'server/config.ts': 'export const port = process.env.PORT',
        'server/migrations/0001-accounts.sql': 'create table accounts (id bigint)',
        'cli/parley.mjs': "#!/usr/bin/env node\n// Opens the command line.\nimport './main.ts'",
        'cli/main.ts': "await import('#server/config.ts')",
        'dashboard/vite.config.ts': 'export default {}',
      }),
      [],
    )
  })

  const refused: [name: string, from: string, code: string, words: RegExp][] = [
    ['the contract imports a package', 'contract/a.ts', "import fs from 'node:fs'\nvoid fs", /zod alone/],
    [
      'the contract imports us',
      'contract/a.ts',
      "export { a } from '#server/platform/b.ts'",
      /may not import platform/,
    ],
    ['a port imports a package', 'server/ports/a.ts', "import { z } from 'zod'\nvoid z", /imports no package/],
    ['a port imports a room', 'server/ports/a.ts', "import type { A } from '#contract/a.ts'", /knows nobody/],
    ['platform imports a feature', 'server/platform/a.ts', `import '#${calls}'`, /platform may not import features/],
    ['an adapter imports a feature', 'server/models/x/a.ts', `import '#${calls}'`, /models may not import features/],
    ['an adapter imports its neighbour', 'server/carriers/a/b.ts', "import '../c/d.ts'", /may not know each other/],
    ['a carrier imports a model', 'server/carriers/a/b.ts', "import '#server/models/c/d.ts'", /may not import models/],
    ['a feature imports an adapter', messages, "import '#server/carriers/twilio/open.ts'", /ask its port/],
    ['a feature imports the house', messages, "import '#server/config.ts'", /may not import house/],
    ['voice imports SQL', 'server/voice/a.ts', "import { sql } from 'kysely'\nvoid sql", /no SQL and no HTTP/],
    ['the SDK imports the server', 'sdk/a.ts', "import type { A } from '#server/ports/a.ts'", /by the contract alone/],
    ['the command line imports a feature', 'cli/a.ts', `import '#${calls}'`, /cli may not import features/],
    ['a page imports the server', 'dashboard/src/a.tsx', "import '#server/app.ts'", /talk through the SDK/],
    ['code imports testing', messages, "import '#server/testing/parley.ts'", /only tests/],
    ['code imports a folder of no room', messages, "import '#server/helpers/a.ts'", /in no room/],
  ]
  for (const [name, from, code, words] of refused) {
    test(`${name}: refused`, () => assertFault({ [from]: code }, `${from}:2`, words))
  }

  test('a file in no room is a fault', () =>
    assertFault({ 'server/helpers/a.ts': '' }, 'server/helpers/a.ts', /no room/))
  test('a feature without a floor is a fault', () =>
    assertFault({ 'server/features/faxes/index.ts': '' }, 'server/features/faxes/index.ts', /floor/))
})

describe('floors and front doors', () => {
  test('a lower feature may not import a higher one, not even its types', () =>
    assertFault(
      { [messages]: `export const a = 1\nimport type { Call } from '#${calls}'` },
      `${messages}:3`,
      /messages stands below calls; .*emit an event/,
    ))

  test('features of one floor do not know each other', () =>
    assertFault(
      { 'server/features/billing/hold.ts': "await import('#server/features/webhooks/index.ts')" },
      'server/features/billing/hold.ts:2',
      /one floor/,
    ))

  test('a feature is entered through index.ts, by a relative path too', () =>
    assertFault(
      { [messages]: "export * from '../conversations/store.ts'" },
      `${messages}:2`,
      /entered through its index\.ts alone/,
    ))

  test('the house joins routes, jobs, events and callbacks, but no verb', () => {
    const joins = ['index', 'routes', 'jobs', 'events', 'callbacks'].map(
      (name) => `import '#server/features/calls/${name}.ts'`,
    )
    assert.deepEqual(check({ 'server/app.ts': joins.join('\n') }), [])
    assertFault({ 'server/app.ts': "import '#server/features/calls/hang-up.ts'" }, 'server/app.ts:2', /entered through/)
  })

  test('a test too stops at the front door of another feature', () =>
    assertFault(
      { 'server/features/messages/a.test.ts': "import '#server/features/accounts/store.ts'" },
      'server/features/messages/a.test.ts:2',
      /entered through/,
    ))
})

describe('circles', () => {
  test('a circle of files is found when only types close it', () => {
    assertFault(
      {
        'server/platform/a.ts': "import './b.ts'",
        'server/platform/b.ts': "export { c } from './c.ts'",
        'server/platform/c.ts': "export type C = import('./a.ts').A",
      },
      'server/platform/a.ts:2',
      /circle of files, server\/platform\/a\.ts → server\/platform\/b\.ts → server\/platform\/c\.ts → server\/platform\/a\.ts/,
    )
  })

  test('a circle of folders is found when no file closes it', () =>
    assertFault(
      {
        'server/platform/http/a.ts': "import '../jobs/b.ts'",
        'server/platform/jobs/b.ts': '',
        'server/platform/jobs/c.ts': "import '#server/platform/http/d.ts'",
        'server/platform/http/d.ts': '',
      },
      'server/platform/http/a.ts:2',
      /circle of folders, server\/platform\/http\/ → server\/platform\/jobs\/ → server\/platform\/http\/ .*c\.ts:2/,
    ))

  test('tests close no circle', () =>
    assert.deepEqual(
      check({
        'server/platform/a.test.ts': "import '#server/testing/parley.ts'",
        'server/testing/parley.ts': "import '#server/platform/a.ts'",
        'server/platform/a.ts': '',
      }),
      [],
    ))
})

describe('tables', () => {
  const migrations = {
    'server/migrations/0002-billing.sql': 'create table if not exists ledger_entries (id bigint);',
    'server/migrations/0009-billing-prices.sql':
      '-- create table ghosts\ncreate unlogged table public."prices" (id bigint);',
    'server/migrations/0001-platform.sql': 'create table rate_limits (key text);',
  }

  for (const [name, code] of [
    ['a select', 'export const a = sql`select *\n  from ledger_entries`'],
    [
      'a join',
      'export const a = 1\nconst b = sql<{ c: () => void }>`select 1 from x left join\n"ledger_entries" y`; void b',
    ],
    ['an insert', 'export const a = () =>\n  sql<Row>`insert into public.ledger_entries (a) values (${1})`'],
    [
      'an update behind a value',
      "export const a = sql`with x as (${sql`select ${'b'}`})\n update ledger_entries set a = 1`",
    ],
    ['a query of text', "\npool.query<Row>('delete from ledger_entries')"],
    ['a query builder', "\ndb.selectFrom('ledger_entries as l')"],
  ] as const) {
    test(`${name} of another's table is found`, () =>
      assertFault(
        { ...migrations, [messages]: code },
        `${messages}:3`,
        /ledger_entries, which belongs to .*billing\/store\.ts/,
      ))
  }

  test('the owner names it in its store alone', () => {
    const code = 'export const a = sql`select 1 from ledger_entries, prices join prices`'
    for (const name of ['store.ts', 'store-entries.ts', 'store/entries.ts', 'billing.test.ts'])
      assert.deepEqual(check({ ...migrations, [`server/features/billing/${name}`]: code }), [], name)
    assert.equal(check({ ...migrations, 'server/features/billing/hold.ts': code }).length, 2)
    assert.equal(check({ ...migrations, 'server/features/messages/store.ts': code }).length, 2)
  })

  test('a table of no feature belongs to platform', () => {
    const code = 'export const a = sql`delete from rate_limits`'
    assert.deepEqual(check({ ...migrations, 'server/platform/rate-limit.ts': code }), [])
    assert.match(check({ ...migrations, [messages]: code })[0]!, /belongs to server\/platform\//)
  })

  test('a word in a sentence, a comment or an event name is no table', () =>
    assert.deepEqual(
      check({
        ...migrations,
        [messages]:
          "// Reads from prices.\nexport const a = ['taken from prices', `update prices`, sql`select prices`, 'prices']",
      }),
      [],
    ))
})

describe('habits', () => {
  test('a file opens with one sentence', () => {
    for (const text of ['//no space.', '// No full stop', '/* Wrong kind. */', '#!/usr/bin/env node\nvoid 0'])
      assertFault(
        { 'scripts/a.mjs': text.startsWith('/*') ? `//\n${text}` : text },
        'scripts/a.mjs:1',
        /open with a sentence/,
      )
  })

  test('nothing is exported as default', () => {
    assertFault({ 'sdk/a.ts': 'export default 1' }, 'sdk/a.ts:2', /default/)
    assertFault({ 'sdk/a.ts': 'const a = 1\nexport { a as default }' }, 'sdk/a.ts:3', /default/)
    assert.deepEqual(check({ 'sdk/a.ts': "export const a = 'export default'" }), [])
  })

  test('the environment is read in the config, scripts, benchmarks and tests alone', () => {
    for (const code of [
      'void process.env.PORT',
      'const { env } = process\nvoid env',
      "import { env } from 'node:process'\nvoid env",
    ]) {
      for (const path of [messages, 'server/testing/parley.ts', 'server/app.ts', 'sdk/a.ts'])
        assertFault({ [path]: code }, `${path}:2`, /process/)
    }
    assert.deepEqual(
      check({ 'server/features/calls/a.test.ts': 'void process.env', 'bench/a.ts': 'void process.env' }),
      [],
    )
  })

  test('addresses outside are reached through safe-fetch and adapters alone', () => {
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

  test('a long file is warned of, a longer one refused, tests and data may be long', () => {
    const lines = (count: number) => 'void 0\n'.repeat(count - 1)
    assert.deepEqual(check({ 'sdk/a.ts': lines(300), 'sdk/a.test.ts': lines(900), 'sdk/data/a.ts': lines(900) }), [])
    assert.match(check({ 'sdk/a.ts': lines(301) })[0]!, /^warning: sdk\/a\.ts has 301 lines/)
    assert.match(check({ 'sdk/a.ts': lines(401) })[0]!, /^sdk\/a\.ts has 401 lines/)
  })
})

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
