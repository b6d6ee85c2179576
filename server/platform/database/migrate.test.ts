// Migrations: forward only, once each, and never after an applied one has changed.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { prepareDatabase } from '#server/app-context.ts'
import { createEmptyDatabase } from '#testing/app/database.ts'
import { createLog } from '../observability/log.ts'
import { type Database, openDatabase } from './database.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'

const log = createLog({ level: 'silent', pretty: false })
const first: Migration = { name: '0001-first', sql: 'create table one (id int)' }
const second: Migration = { name: '0002-second', sql: 'create table two (id int); insert into two values (1)' }
const nothing = async () => {}

async function withDatabase(work: (database: Database, connectionString: string) => Promise<void>): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { connectionString } = opened.use(await createEmptyDatabase())
  const database = opened.use(openDatabase(connectionString, { maxConnections: 6, name: 'migrate' }))
  await work(database, connectionString)
}

const applied = async ({ pool }: Database) =>
  (await pool.query('select name from migrations order by name')).rows.map(({ name }) => name)

describe('migrations', () => {
  it('migrate an empty database while other processes do the same', () =>
    withDatabase(async (database, connectionString) => {
      await using other = openDatabase(connectionString, { maxConnections: 6, name: 'other' })
      await Promise.all([database, other, database].map((one) => prepareDatabase(one, log)))
      assert.deepEqual(
        await applied(database),
        (await readMigrations()).map(({ name }) => name),
      )
      await prepareDatabase(other, log)
    }))

  it('are applied once each, and the work after them runs under the same lock', () =>
    withDatabase(async (database) => {
      let inside = 0
      const alone = async () => {
        assert.equal(++inside, 1)
        await database.pool.query('select 1')
        inside--
      }
      await Promise.all(
        [[first], [first, second], [first, second]].map((all) =>
          migrate(database.pool, all, alone).catch(refusesNewer),
        ),
      )
      await migrate(database.pool, [first, second], nothing)
      assert.deepEqual(await applied(database), ['0001-first', '0002-second'])
      assert.equal((await database.pool.query('select * from two')).rows.length, 1)
    }))

  it('are refused if an applied one was changed', () =>
    withDatabase(async (database) => {
      await migrate(database.pool, [first], nothing)
      const rewritten = { ...first, sql: 'create table one (id bigint)' }
      await assert.rejects(migrate(database.pool, [rewritten, second], nothing), {
        message: 'Migration 0001-first was changed after it had been applied; add a new one instead.',
      })
      assert.deepEqual(await applied(database), ['0001-first'])
    }))

  it('are refused by a database of a newer version', () =>
    withDatabase(async (database) => {
      await migrate(database.pool, [first, second], nothing)
      await assert.rejects(migrate(database.pool, [first], nothing), {
        message: 'The database holds migration 0002-second, which this Parley does not know: it is of a newer version.',
      })
    }))

  it('leave no trace if they fail, keep those before them, and continue after a correction', () =>
    withDatabase(async (database) => {
      const broken = { ...second, sql: 'create table two (id int); create table one (id int)' }
      await assert.rejects(migrate(database.pool, [first, broken], nothing), {
        message: 'Migration 0002-second failed',
      })
      assert.deepEqual(await applied(database), ['0001-first'])
      await migrate(database.pool, [first, second], nothing)
      assert.deepEqual(await applied(database), ['0001-first', '0002-second'])
    }))

  it("leave the settings of the pool's connections unchanged", () =>
    withDatabase(async (database) => {
      await migrate(database.pool, [first], nothing)
      const { rows } = await database.pool.query('show statement_timeout')
      assert.equal(rows[0].statement_timeout, '1min')
    }))
})

/** A process with fewer migrations may come last. */
function refusesNewer(error: Error): void {
  assert.match(error.message, /of a newer version/)
}
