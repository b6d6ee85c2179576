// Tests of the folder of a test run: it is empty at first, and nothing of it is left behind.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createTestFolder } from './test-folder.ts'

/** More than the largest process id. */
const deadPid = 2 ** 30

/** Lets the tests of this process write into a new folder. */
async function useParent(t: TestContext): Promise<string> {
  const outside = tmpdir()
  const parent = await mkdtemp(join(outside, 'folder-'))
  await chmod(parent, 0o755)
  process.env['TMPDIR'] = parent
  t.after(async () => {
    process.env['TMPDIR'] = outside
    await rm(parent, { recursive: true })
  })
  return parent
}

async function fill(...path: string[]): Promise<string> {
  const folder = join(...path)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'file'), '')
  return folder
}

test('the files of a run that was killed and had the same process id are deleted', async (t) => {
  const parent = await useParent(t)
  await fill(parent, `parley-tests-${process.pid}`)
  await using folder = await createTestFolder()
  assert.deepEqual(await readdir(folder.path), [])
})

const isRoot = process.getuid?.() === 0

test('a folder that the user of PostgreSQL cannot enter is not used by root', { skip: !isRoot }, async (t) => {
  const parent = await useParent(t)
  await chmod(parent, 0o700)
  await using folder = await createTestFolder()
  assert.ok(!folder.path.startsWith(parent), folder.path)
})

// Root can delete every folder.
test('an abandoned folder that cannot be deleted does not matter', { skip: isRoot }, async (t) => {
  const parent = await useParent(t)
  const abandoned = await fill(parent, `parley-tests-${deadPid}`)
  await chmod(abandoned, 0o500)
  try {
    await using folder = await createTestFolder()
    assert.deepEqual(await readdir(folder.path), [])
  } finally {
    await chmod(abandoned, 0o700)
  }
})

test('a run whose database cannot be started leaves nothing behind', {
  skip: process.platform === 'win32',
}, async (t) => {
  const parent = await useParent(t)
  const { DATABASE_URL: _, ...env } = process.env
  const run = `ulimit -f 1; exec "${process.execPath}" scripts/test.ts server/personal-data.test.ts`
  const child = spawn('sh', ['-c', run], { env, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  assert.equal(code, 1)
  assert.deepEqual(
    (await readdir(parent)).filter((name) => name.startsWith('parley-tests-')),
    [],
  )
})
