// No account can read, change or detect the records of another one, by any id of any endpoint.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allowRefused, refusedCalendars, unlimitedVisitors } from '../app/open-settings.ts'
import { startTestApp, type TestApp } from '../app/test-app.ts'
import { calls, positionsOf } from '../matrix/positions.ts'
import { probe } from '../matrix/probe.ts'
import { openTenants, whyUntestable } from '../matrix/tenants.ts'
import { definitionOf, innermost } from '../requests/examples.ts'

const parley = await startTestApp({
  carrier: {},
  config: { allowPrivate: allowRefused },
  settings: { ...unlimitedVisitors, ...refusedCalendars },
})
after(() => parley[Symbol.asyncDispose]())
// Requests with the contract's example values register this number.
parley.carrier.control.addSender({ number: '+14155238886' })
const empty = await parley.createAccount()
const listsBefore = await listsOf(parley, empty.token)
const tenants = await openTenants(parley)
/** After the test before. */
let hiddenRows = await snapshotOf(parley.app.context.db, tenants.hidden.account.id)

describe('tenants', () => {
  it('can be tested at every position, because each kind of record has a factory', () => {
    const reasons = calls
      .flatMap(positionsOf)
      .map(({ call, steps, record }) => [whyUntestable(record), `(${call}, ${steps.join('.')})`])
      .filter(([reason]) => reason !== undefined)
      .map((parts) => parts.join(' '))
    assert.deepEqual(reasons, [])
  })

  // Operators act across accounts, and the role matrix tests that other members cannot.
  for (const call of calls.filter(({ endpoint }) => endpoint.auth !== 'operator')) {
    const positions = positionsOf(call)
    if (positions.length === 0) continue
    it(`are kept apart by ${call.endpoint.method} ${call.endpoint.path}`, async () => {
      const before = hiddenRows
      const faults: string[] = []
      for (const position of positions) faults.push(...(await probe(parley, tenants, position)))
      hiddenRows = await snapshotOf(parley.app.context.db, tenants.hidden.account.id)
      assert.deepEqual(hiddenRows, before)
      assert.deepEqual(faults, [])
    })
  }

  it('are kept apart by every list, and the lists of an account without records do not change', async () => {
    assert.deepEqual(await listsOf(parley, empty.token), listsBefore)
    for (const [url, answer] of Object.entries(await listsOf(parley, tenants.own.token))) {
      for (const marker of tenants.leakMarkers) assert.ok(!answer.includes(marker), url)
    }
  })
})

/** Maps the URL of each list to its response. */
async function listsOf({ app }: TestApp, token: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const { endpoint } of calls) {
    if (endpoint.method !== 'GET' || endpoint.path.includes('{')) continue
    // Each export adds an entry to the audit log, which is a list itself.
    if (endpoint.audit !== 'none') continue
    for (const query of queriesOf(Object.entries(endpoint.query?.shape ?? {}))) {
      const url = endpoint.path + (endpoint.events ? `${query || '?'}&follow=false` : query)
      const response = await app.http.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
      // Positions of event streams count the events of all accounts.
      const changing = endpoint.events ? /^id: \d+$/gm : /"last_used_at":(?:null|"[^"]*")/g
      answers[url] = `${response.statusCode} ${response.payload.replace(changing, '')}`
    }
  }
  return answers
}

function queriesOf(fields: [string, unknown][]): string[] {
  const choices = fields.flatMap(([name, schema]) => {
    const { type, entries } = definitionOf(innermost(schema as never))
    return type === 'enum' ? Object.values(entries!).map((value) => `?${name}=${value}`) : []
  })
  return ['', ...choices]
}

/** Maps each table to a hash. Columns that record the use of the account's own API keys are left out. */
async function snapshotOf(db: Db, accountId: number): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string; key: string }>`
    select c.table_name as name, c.column_name as key from information_schema.columns c
    join pg_class p on p.relname = c.table_name and p.relkind = 'r' and p.relnamespace = 'public'::regnamespace
    where c.table_schema = 'public' and (c.column_name = 'account_id' or (c.table_name = 'accounts' and c.column_name = 'id'))
    order by 1`.execute(db)
  const hashes = tables.map(
    ({ name, key }) => sql`
      select ${name}::text as name, count(*)::text || ' ' || coalesce(md5(string_agg(row, ',' order by row)), '') as hash
      from (select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.id(name)} t where ${sql.id(key)} = ${accountId}) as r`,
  )
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashes, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
