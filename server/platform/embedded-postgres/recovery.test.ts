// Tests of recovery after Parley or the server was killed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  end,
  isRoot,
  kill,
  query,
  serverPid,
  spawnParley,
  startParley,
  temporaryFolder,
  until,
} from '#testing/embedded-postgres/harness.ts'
import { isAlive, isPostmaster } from './processes.ts'

/** A data directory that has been used before. */
const dataDir = join(await temporaryFolder({ after }), 'data')

test('a server whose process of Parley was killed is adopted, and stopped by the next process', async (t) => {
  const killed = await startParley(t, dataDir)
  await query(killed.connectionString, 'create table adopted as select 1 as one')
  const pid = (await serverPid(dataDir))!
  await end(killed.child, 'SIGKILL')
  assert.equal(await isAlive(pid), true)

  const next = await startParley(t, dataDir)
  assert.equal(next.adopted, true)
  assert.equal(await serverPid(dataDir), pid)
  assert.deepEqual(await query(next.connectionString, 'select one from adopted'), [{ one: 1 }])
  await end(next.child, 'SIGTERM')
  assert.equal(await isAlive(pid), false)
})

test('a start after Parley and the server were killed recovers committed data', async (t) => {
  const killed = await startParley(t, dataDir, { durable: true })
  await query(killed.connectionString, 'create table recovered as select 1 as one')
  await end(killed.child, 'SIGKILL')
  await kill((await serverPid(dataDir))!)
  const next = await startParley(t, dataDir, { durable: true })
  assert.equal(next.adopted, false)
  assert.deepEqual(await query(next.connectionString, 'select one from recovered'), [{ one: 1 }])
})

test('a process id that another program reused does not block the start, and the program is not affected', async (t) => {
  const killed = await startParley(t, dataDir)
  await end(killed.child, 'SIGKILL')
  await kill((await serverPid(dataDir))!)
  const other = spawn('sleep', ['60'], isRoot ? { uid: 65534, gid: 65534 } : {})
  t.after(() => end(other, 'SIGKILL'))
  for (const file of ['cluster/postmaster.pid', '.s.PGSQL.5432.lock']) {
    const path = join(dataDir, 'postgres', file)
    const [, ...rest] = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, [other.pid, ...rest].join('\n'))
  }
  const next = await startParley(t, dataDir)
  assert.equal(next.adopted, false)
  assert.deepEqual(await query(next.connectionString, 'select 1 as one'), [{ one: 1 }])
  await end(next.child, 'SIGTERM')
  assert.equal(await isAlive(other.pid!), true)
})

test('an incomplete postmaster.pid does not block the start', async (t) => {
  await end((await startParley(t, dataDir)).child, 'SIGTERM')
  await writeFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), '')
  assert.equal((await startParley(t, dataDir)).adopted, false)
})

test('a partial cluster of a killed first start is not used', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data')
  const dir = join(dataDir, 'postgres')
  const unfinished = async () => (await readdir(dir).catch(() => [])).filter((name) => name.startsWith('cluster-'))
  const killed = spawnParley(t, dataDir)
  await until(async () => (await unfinished()).length > 0, 'initdb to begin')
  await end(killed, 'SIGKILL')
  const next = await startParley(t, dataDir)
  assert.deepEqual(await query(next.connectionString, 'select 1 as one'), [{ one: 1 }])
  await end(next.child, 'SIGTERM')
})

test('a killed server is restarted while Parley runs', async (t) => {
  const parley = await startParley(t, dataDir, { durable: true })
  await query(parley.connectionString, 'create table revived as select 1 as one')
  const pid = (await serverPid(dataDir))!
  await kill(pid)
  const cluster = join(dataDir, 'postgres', 'cluster')
  await until(async () => {
    const next = (await serverPid(dataDir)) ?? 0
    return next !== pid && (await isPostmaster(next, cluster))
  }, 'another server')
  await until(
    () =>
      query(parley.connectionString, 'select one from revived').then(
        ([row]) => row?.['one'] === 1,
        () => false,
      ),
    'the table',
  )
  assert.equal(await end(parley.child, 'SIGTERM'), 0)
  assert.equal(await serverPid(dataDir), undefined)
})
