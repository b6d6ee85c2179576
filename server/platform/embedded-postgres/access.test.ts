// Tests that only users who run Parley can connect to the server.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  cannotChangeUser,
  end,
  ordinary,
  query,
  serverPid,
  startParley,
  temporaryFolder,
} from '#testing/embedded-postgres/harness.ts'
import type { Owner } from './host.ts'

const nobody = { uid: 65534, gid: 65534 }
const asNobody = { skip: await cannotChangeUser(nobody) }
const program = fileURLToPath(import.meta.resolve('#testing/embedded-postgres/connect.ts'))
const invalidAuthorization = '28000'
/** A data directory that has been used before. */
const dataDir = join(await temporaryFolder({ after }), 'data')
const clusterFile = (name: string): string => join(dataDir, 'postgres', 'cluster', name)

async function connectAs(who: Owner, connectionString: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, connectionString], { ...who, cwd: '/' })
  return stdout.trim()
}

/** The default that initdb wrote in earlier versions of Parley. */
async function trustEveryone(): Promise<void> {
  await writeFile(clusterFile('pg_hba.conf'), 'local all all trust\n')
  await writeFile(clusterFile('pg_ident.conf'), '')
}

test('a process of nobody cannot connect to the server that root has started as nobody', asNobody, async (t) => {
  const { connectionString } = await startParley(t, dataDir)
  assert.equal((await stat(`/proc/${await serverPid(dataDir)}`)).uid, nobody.uid)
  assert.equal(await connectAs({ uid: 0, gid: 0 }, connectionString), 'connected')
  assert.equal(await connectAs(nobody, connectionString), invalidAuthorization)
  for (const name of ['pg_hba.conf', 'pg_ident.conf']) assert.equal((await stat(clusterFile(name))).mode & 0o077, 0)
})

test('a data directory of an earlier version is secured at its next start, and keeps its data', asNobody, async (t) => {
  const first = await startParley(t, dataDir)
  await query(first.connectionString, 'create table before as select 1 as one')
  await end(first.child, 'SIGTERM')
  await trustEveryone()
  const { connectionString } = await startParley(t, dataDir)
  assert.equal(await connectAs(nobody, connectionString), invalidAuthorization)
  assert.deepEqual(await query(connectionString, 'select one from before'), [{ one: 1 }])
})

test('a running server of an earlier version is secured when it is adopted', asNobody, async (t) => {
  const first = await startParley(t, dataDir)
  await trustEveryone()
  await query(first.connectionString, 'select pg_reload_conf()')
  while ((await connectAs(nobody, first.connectionString)) !== 'connected');
  const second = await startParley(t, dataDir)
  assert.equal(second.adopted, true)
  while ((await connectAs(nobody, first.connectionString)) !== invalidAuthorization);
  assert.deepEqual(await query(first.connectionString, 'select 1 as one'), [{ one: 1 }])
})

test('an ordinary user and root share one server', { skip: await cannotChangeUser(ordinary) }, async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data')
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  for (const folder of [dataDir, join(dataDir, 'postgres')]) await chown(folder, ordinary.uid, ordinary.gid)
  for (const starter of [ordinary, undefined]) {
    const first = await startParley(t, dataDir, starter ? { as: starter } : {})
    const second = await startParley(t, dataDir, starter ? {} : { as: ordinary })
    assert.equal(second.adopted, true)
    for (const who of [ordinary, { uid: 0, gid: 0 }])
      assert.equal(await connectAs(who, first.connectionString), 'connected')
    assert.match(await readFile(join(dataDir, 'postgres', 'cluster', 'pg_ident.conf'), 'utf8'), /"daemon"/)
    for (const { child } of [first, second]) await end(child, 'SIGTERM')
  }
})
