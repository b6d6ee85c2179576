// Tests of the check of table names.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources under test are texts that hold templates.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertFault, check, messages } from './sample-tree-fixtures.ts'

describe('the table check', () => {
  const migrations = {
    'server/migrations/0002-billing.sql': 'create table if not exists ledger_entries (id bigint);',
    'server/migrations/0009-billing-prices.sql':
      '-- create table ghosts\ncreate unlogged table public."prices" (id bigint);',
    'server/migrations/0001-platform.sql': 'create table rate_limits (key text);',
  }

  for (const [name, code] of [
    [
      'a statement that runs at once',
      'export const a = (db: Db) => firstRow<Row>(db)`select *\n  from ledger_entries`',
    ],
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
    test(`finds ${name} with the table of another feature`, () =>
      assertFault(
        { ...migrations, [messages]: code },
        `${messages}:3`,
        /ledger_entries, which belongs to .*billing\/store\.ts/,
      ))
  }

  test('allows the table only in the store of its owner', () => {
    const code = 'export const a = sql`select 1 from ledger_entries, prices join prices`'
    for (const name of ['store.ts', 'store-entries.ts', 'store/entries.ts', 'billing.test.ts'])
      assert.deepEqual(check({ ...migrations, [`server/features/billing/${name}`]: code }), [], name)
    assert.equal(check({ ...migrations, 'server/features/billing/hold.ts': code }).length, 2)
    assert.equal(check({ ...migrations, 'server/features/messages/store.ts': code }).length, 2)
  })

  test('assigns other tables to platform', () => {
    const code = 'export const a = sql`delete from rate_limits`'
    assert.deepEqual(check({ ...migrations, 'server/platform/rate-limit.ts': code }), [])
    assert.match(check({ ...migrations, [messages]: code })[0]!, /belongs to server\/platform\//)
  })

  test('ignores words in sentences, comments and event names', () =>
    assert.deepEqual(
      check({
        ...migrations,
        [messages]:
          "// Reads from prices.\nexport const a = ['taken from prices', `update prices`, sql`select prices`, 'prices']",
      }),
      [],
    ))
})
