// Test of a process whose database is migrated by a newer version.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLog } from '#server/platform/observability/log.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openDatabase } from './database.ts'
import { migrate, readMigrations } from './migrate.ts'

it('a process says that a newer version has migrated its database, and its version does not start again', async () => {
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  await using parley = await startTestApp({ log: createLog({ level: 'warn', pretty: false, destination }) })
  await using newer = openDatabase(parley.connectionString, { maxConnections: 1, name: 'newer' })
  const known = await readMigrations()
  const added = ['9998-next', '9999-last'].map((name) => ({ name, sql: 'select 1' }))
  await migrate(newer.pool, [...known, ...added], async () => {})
  const warnings = () => lines.filter(({ msg }) => String(msg).startsWith('a newer version has migrated the database'))
  await until(() => warnings().length > 0)
  const { body } = await parley.app.http.inject({ url: '/metrics' })
  assert.match(body, /^parley_database_unknown_migrations 2$/m)
  assert.equal((await parley.app.http.inject({ url: '/readyz' })).statusCode, 200)
  assert.equal(warnings().length, 1)
  await assert.rejects(
    migrate(newer.pool, known, async () => {}),
    /9998-next, which this Parley does not know/,
  )
})
