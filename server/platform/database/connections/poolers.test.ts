// Tests of PgBouncer between Parley and PostgreSQL: session mode works, and the other modes are refused.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openApp } from '#server/app.ts'
import { configFrom } from '#server/config.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { until } from '#testing/app/until.ts'
import { postgresMissing } from '#testing/database/debian-postgres.ts'
import { poolerMissing, startPgBouncer } from '#testing/database/pgbouncer.ts'
import { startPostgresServer } from '#testing/database/postgres-server.ts'
import { temporaryFolder } from '#testing/embedded-postgres/harness.ts'
import { openDatabase } from '../database.ts'
import { awaitDatabase } from './await-database.ts'
import { createDatabaseTarget } from './connection-target.ts'
import { proveSession } from './pooler-mode.ts'

const log = createLog({ level: 'silent', pretty: false })
const skip = postgresMissing || poolerMissing

describe('a pooler', { skip, timeout: 120_000 }, async () => {
  if (skip) return
  const server = await startPostgresServer()
  after(() => server[Symbol.asyncDispose]())

  const reasonFor = async (url: string): Promise<string | undefined> => {
    const target = createDatabaseTarget(url)
    return awaitDatabase(() => proveSession(target), { log, target, waiting: undefined }).then(
      () => undefined,
      ({ message }: Error) => message,
    )
  }

  it('in session mode serves Parley, and cannot change the time zone of its sessions', async (t) => {
    await using direct = openDatabase(server.url, { maxConnections: 1, name: 'test' })
    await direct.pool.query(`alter database postgres set timezone = 'Europe/Berlin'`)
    await using pooler = await startPgBouncer(server, 'pool_mode = session\ndefault_pool_size = 40')
    const settings = { DATABASE_URL: pooler.url, DATA_DIR: await temporaryFolder(t), SANDBOX_PORT: '0' }
    await using app = await openApp(configFrom({ ...settings, PARLEY_ROLES: 'api', EMBEDDING_MODEL: 'none' }), { log })
    assert.equal((await app.http.inject('/readyz')).statusCode, 200)
    await using ignoring = await startPgBouncer(server, 'pool_mode = session\nignore_startup_parameters = options')
    for (const url of [pooler.url, `${ignoring.url}&options=-c%20timezone=Asia/Tokyo`]) {
      await using database = openDatabase(url, { maxConnections: 1, name: 'test' })
      const { rows } = await database.pool.query(`select current_setting('timezone') as zone, now() as now`)
      assert.equal(rows[0].zone, 'UTC')
      assert.match(rows[0].now, /\+00$/)
    }
  })

  it('in another mode is refused, whatever the order in which it uses its connections', async () => {
    const modes = ['transaction', 'statement'].map((mode) => `pool_mode = ${mode}`)
    const inTurn = `${modes[0]}\nserver_round_robin = 1\nmin_pool_size = 3`
    for (const settings of [...modes, `${modes[0]}\ndefault_pool_size = 1`, inTurn]) {
      await using pooler = await startPgBouncer(server, settings)
      assert.match((await reasonFor(pooler.url)) ?? '', /in transaction or statement mode.* Set pool_mode = session/)
    }
  })

  it('without a free connection is named, with the number of connections that Parley needs', async () => {
    const session = 'pool_mode = session\n'
    for (const settings of [`${session}max_client_conn = 1`, `${session}default_pool_size = 1`]) {
      await using pooler = await startPgBouncer(server, settings)
      const message = await reasonFor(`${pooler.url}&connect_timeout=1`)
      assert.match(message ?? '', /a pooler without a free connection\. Parley needs up to 29 connections/)
    }
  })

  it('that has no free connection lets the start wait until it has', async (t) => {
    await using pooler = await startPgBouncer(server, 'pool_mode = session\ndefault_pool_size = 14')
    const others = openDatabase(pooler.url, { maxConnections: 13, name: 'test' })
    const clients = await Promise.all(Array.from({ length: 13 }, () => others.pool.connect()))
    const lines: string[] = []
    const heard = createLog({ level: 'info', pretty: false, destination: { write: (line) => void lines.push(line) } })
    const url = `${pooler.url}&connect_timeout=1`
    const settings = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(t), SANDBOX_PORT: '0' }
    const config = configFrom({ ...settings, PARLEY_ROLES: 'api,worker', EMBEDDING_MODEL: 'none' })
    const opening = openApp(config, { log: heard, waiting: new AbortController().signal })
    await until(() => lines.some((line) => /Parley needs up to \d+ connections.*waiting for the database/.test(line)))
    for (const client of clients) client.release()
    await others[Symbol.asyncDispose]()
    await using app = await opening
    assert.equal((await app.http.inject('/readyz')).statusCode, 200)
  })

  it('that refuses the options of DATABASE_URL is named', async () => {
    await using pooler = await startPgBouncer(server, 'pool_mode = session')
    const message = await reasonFor(`${pooler.url}&options=-c%20work_mem=5MB`)
    assert.match(message ?? '', /is a pooler that refuses startup parameters\. Remove `options` from DATABASE_URL/)
  })
})
