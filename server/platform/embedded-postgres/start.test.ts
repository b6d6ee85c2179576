// Tests of starting and stopping the embedded PostgreSQL.
import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  cannotChangeUser,
  end,
  folderOf,
  ordinary,
  query,
  serverPid,
  startParley,
  temporaryFolder,
} from '#testing/embedded-postgres/harness.ts'
import { isAlive } from './processes.ts'

/** Empty before the first test. */
const dataDir = join(await temporaryFolder({ after }), 'data')

test('the first start creates a durable UTF-8 database that listens on no port', async (t) => {
  const parley = await startParley(t, dataDir, { durable: true })
  assert.equal(parley.adopted, false)
  const [settings] = await query<Record<string, string>>(
    parley.connectionString,
    `select current_database() as database, current_user as role, usesuper as superuser,
       pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale,
       current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
       current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as commit,
       current_setting('timezone') as timezone, current_setting('jit') as jit, current_setting('data_checksums') as sums,
       current_setting('max_connections')::int >= 200 as roomy, lower('ÄÖÉ') as lower
     from pg_database, pg_user where datname = current_database() and usename = current_user`,
  )
  assert.deepEqual(settings, {
    database: 'parley',
    role: 'parley',
    superuser: true,
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    addresses: '',
    fsync: 'on',
    full_page_writes: 'on',
    commit: 'on',
    timezone: 'UTC',
    jit: 'off',
    sums: 'on',
    roomy: true,
    lower: 'äöé',
  })
  for (const closed of ['', 'cluster']) {
    assert.equal((await stat(join(dataDir, 'postgres', closed))).mode & 0o777, 0o700)
  }
  assert.equal((await stat(join(dataDir, 'postgres', '.s.PGSQL.5432'))).mode & 0o777, 0o700)
})

test('started by root, the server runs as nobody', { skip: await cannotChangeUser() }, async (t) => {
  await startParley(t, dataDir)
  assert.equal(await userOf((await serverPid(dataDir))!), 65534)
})

test('started by an ordinary user, the server runs as that user', {
  skip: await cannotChangeUser(ordinary),
}, async (t) => {
  const dataDir = await folderOf(t, ordinary)
  const parley = await startParley(t, dataDir, { as: ordinary })
  assert.equal(await userOf((await serverPid(dataDir))!), ordinary.uid)
  await query(parley.connectionString, 'create table kept as select 1 as one')
  assert.equal(await end(parley.child, 'SIGTERM'), 0)

  // A start by root in between does not change who runs the server.
  const byRoot = await startParley(t, dataDir)
  assert.equal(await userOf((await serverPid(dataDir))!), ordinary.uid)
  await end(byRoot.child, 'SIGTERM')
  const again = await startParley(t, dataDir, { as: ordinary })
  assert.deepEqual(await query(again.connectionString, 'select one from kept'), [{ one: 1 }])
})

test('a second start finds the data of the first', async (t) => {
  const first = await startParley(t, dataDir)
  await query(first.connectionString, 'create table kept as select 1 as one')
  await end(first.child, 'SIGTERM')
  const second = await startParley(t, dataDir)
  assert.equal(second.adopted, false)
  assert.deepEqual(await query(second.connectionString, 'select one from kept'), [{ one: 1 }])
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} stops the server cleanly`, async (t) => {
    const parley = await startParley(t, dataDir)
    const pid = (await serverPid(dataDir))!
    assert.equal(await end(parley.child, signal), 0)
    assert.equal(await isAlive(pid), false)
    assert.equal(await serverPid(dataDir), undefined)
    assert.match(await readFile(join(dataDir, 'postgres', 'server.log'), 'utf8'), /database system is shut down\s*$/)
  })
}

test('an open connection does not block the stop', async (t) => {
  const parley = await startParley(t, dataDir)
  const busy = query(parley.connectionString, 'select pg_sleep(60)')
  busy.catch(() => {})
  await end(parley.child, 'SIGTERM')
  await assert.rejects(busy)
  assert.equal(await serverPid(dataDir), undefined)
})

async function userOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid
}
