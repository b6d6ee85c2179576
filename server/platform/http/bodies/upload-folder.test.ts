// Tests of the folder for uploads: what processes leave behind, and what they keep.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { openUploadFolder } from './upload-folder.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const { liveness } = parley.app.context

it('deletes the files of dead processes, and keeps those of living ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-folder-'))
  const alive = crypto.randomUUID()
  await using _announced = liveness.announce(alive)
  for (const name of [crypto.randomUUID(), alive]) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'file'), 'x')
  }
  const opened = await openUploadFolder(folder, liveness)
  assert.deepEqual((await readdir(folder)).sort(), [alive, liveness.id].sort())
  await opened[Symbol.asyncDispose]()
  assert.deepEqual(await readdir(folder), [alive])
  await rm(folder, { recursive: true })
})
