// Tests of `parley api` with a field for a file.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { inputFieldsOf } from '#contract/wire/input-fields.ts'
import { uploadEndpoint } from '#testing/http/endpoints.ts'
import { inputOf, openFiles } from './api-fields.ts'
import { helpOf } from './api-help.ts'

const fields = inputFieldsOf(uploadEndpoint)
const inputWith = (path: string) =>
  openFiles(fields, inputOf(fields, [{ name: 'file', value: path }], { id: 1, name: 'Ada' }, 'things.upload'))

test('a file is given by its path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-cli-'))
  try {
    await writeFile(join(folder, 'menu.txt'), 'Soup')
    const { file, ...rest } = await inputWith(join(folder, 'menu.txt'))
    assert.deepEqual(rest, { id: 1, name: 'Ada' })
    assert.ok(file instanceof File)
    assert.deepEqual([file.name, await file.text()], ['menu.txt', 'Soup'])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a file that cannot be read is a wrong usage', async () => {
  await assert.rejects(inputWith('/none/menu.txt'), { message: '--file: the file /none/menu.txt cannot be read.' })
})

test('the help asks for the path', () => {
  const help = helpOf({ area: 'things', name: 'upload', endpoint: uploadEndpoint }, fields)
  assert.match(help, /^ {2}--file +path of a file\. A file of at most 20 MB\.$/m)
})
