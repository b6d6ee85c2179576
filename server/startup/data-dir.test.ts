// Tests of the data directory.
import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { prepareDataDir } from './data-dir.ts'

test('the data directory is created with its parent folders', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-data-'))
  const dataDir = join(folder, 'a', 'b')
  await Promise.all([prepareDataDir(dataDir), prepareDataDir(dataDir)])
  const { mode } = await stat(dataDir)
  // If Parley runs as root, the user that runs PostgreSQL needs to enter the folder.
  if (process.platform !== 'win32') assert.equal(mode & 0o777, process.getuid?.() === 0 ? 0o711 : 0o700)
  await writeFile(join(folder, 'file'), '')
  for (const path of [join(folder, 'file'), join(folder, 'file', 'below')]) {
    await assert.rejects(prepareDataDir(path), {
      message: `the data directory ${path} cannot be used: a file with this name exists. Set DATA_DIR to a folder that this user owns.`,
    })
  }
  await rm(folder, { recursive: true })
})

test('a data directory that cannot be created is rejected immediately', {
  skip: process.platform !== 'linux',
}, async () => {
  await assert.rejects(
    prepareDataDir('/proc/parley/data'),
    /^Error: the data directory .* the folder cannot be created/,
  )
})
