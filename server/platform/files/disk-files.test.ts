// Tests of the file store on disk.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileStoreSuite } from '#testing/suites/file-store.ts'
import { OutsideError } from '../outside-error.ts'
import { openDiskFiles } from './disk-files.ts'

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-files-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

fileStoreSuite('disk', async () => {
  const { folder, ...rest } = await openFolder()
  return { files: await openDiskFiles(join(folder, 'files')), ...rest }
})

test('processes share their files', async () => {
  await using home = await openFolder()
  const first = await openDiskFiles(home.folder)
  await first.put('a/b', Buffer.from('x'), 'text/plain')
  const second = await openDiskFiles(home.folder)
  assert.deepEqual(await second.find('a/b'), { contentType: 'text/plain', sizeBytes: 1 })
  assert.match(await readFile(join(home.folder, 'a', 'b~'), 'utf8'), /^\{"contentType":"text\/plain"\}\nx$/)
})

test('temporary files of ended processes are removed, recent ones are kept', async () => {
  await using home = await openFolder()
  const draft = (name: string) => join(home.folder, '.incoming', name)
  const files = await openDiskFiles(home.folder)
  await files.put('a', Buffer.from('x'), 'text/plain')
  assert.deepEqual(await readdir(join(home.folder, '.incoming')), [])
  await writeFile(draft('old'), 'half')
  await writeFile(draft('fresh'), 'half')
  await utimes(draft('old'), new Date(0), new Date(0))
  await openDiskFiles(home.folder)
  assert.deepEqual(await readdir(join(home.folder, '.incoming')), ['fresh'])
})

test('files and folders are private to their user, including those of earlier versions', {
  skip: process.platform === 'win32',
}, async () => {
  await using home = await openFolder()
  await chmod(home.folder, 0o755)
  const files = await openDiskFiles(home.folder)
  await files.put('a/b', Buffer.from('x'), 'text/plain')
  const modeOf = async (...path: string[]) => (await stat(join(home.folder, ...path))).mode & 0o777
  for (const folder of ['', '.incoming', 'a']) assert.equal(await modeOf(folder), 0o700, folder)
  assert.equal(await modeOf('a', 'b~'), 0o600)
})

test('a disk error is reported and leaves no temporary file', async () => {
  await using home = await openFolder()
  const files = await openDiskFiles(home.folder)
  await writeFile(join(home.folder, 'a'), 'a file where a folder should be')
  await assert.rejects(files.put('a/b', Buffer.from('x'), 'text/plain'), (error) => {
    assert.ok(error instanceof OutsideError)
    assert.equal(error.code, 'storage_failed')
    return error.retryable && !error.message.includes(home.folder)
  })
  assert.equal(await files.find('a/b'), undefined)
  assert.deepEqual(await readdir(join(home.folder, '.incoming')), [])
  assert.ok(existsSync(join(home.folder, 'a')))
})
