// A data directory that cannot be used ends the start with a sentence.
import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { prepareDataDir } from './data-dir.ts'

test('a data directory is made with the folders above it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-data-'))
  const dataDir = join(folder, 'a', 'b')
  await Promise.all([prepareDataDir(dataDir), prepareDataDir(dataDir)])
  const { mode } = await stat(dataDir)
  // The user who runs PostgreSQL for root passes through it.
  if (process.platform !== 'win32') assert.equal(mode & 0o777, process.getuid?.() === 0 ? 0o711 : 0o700)
  await writeFile(join(folder, 'file'), '')
  for (const path of [join(folder, 'file'), join(folder, 'file', 'below')]) {
    await assert.rejects(prepareDataDir(path), {
      message: `the data directory ${path} cannot be used: there is a file in its place. Set DATA_DIR to a folder of this user.`,
    })
  }
  await rm(folder, { recursive: true })
})

test('a data directory where none can be is refused at once', { skip: process.platform !== 'linux' }, async () => {
  await assert.rejects(prepareDataDir('/proc/parley/data'), /^Error: the data directory .* no folder can be made there/)
})
