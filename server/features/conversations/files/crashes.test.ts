// Tests that a process that dies while it stores a file leaves nothing that is never deleted.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { sql } from 'kysely'
import { crashAt } from '#testing/app/crash-at.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { pixel } from '#testing/features/picture.ts'

const parley = await startTestApp({ script: 'Hello.' })
after(() => parley[Symbol.asyncDispose]())
const ada = await parley.createAssistant({ widget_files_enabled: true })
const file = { name: 'photo.png', data: pixel }
const dayMs = 86_400_000

async function contents(): Promise<string[]> {
  const folder = join(parley.config.dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const moments = [
  'conversations.uploadFile/transaction-after-commit:1',
  'conversations.uploadFile/files.putFile-before:1',
  'conversations.uploadFile/files.putFile-after:1',
] as const

it('a file that was not completely stored is deleted after a day, with whatever was stored', async () => {
  const { conversation_id: uuid } = await parley.anonymous.conversations.create({ assistant_id: ada.uuid })
  for (const moment of moments)
    await crashAt(parley, moment, undefined, (client) => client.conversations.uploadFile({ uuid, file }))
  assert.equal((await contents()).length, 1)
  const { file: sent } = await parley.anonymous.conversations.uploadFile({ uuid, file })
  await parley.anonymous.conversations.sendMessage({ uuid, file_ids: [sent.id] })
  await parley.turnClock(2 * dayMs)
  await parley.runCron('conversations.delete-unsent-files')
  await parley.turnClock(dayMs)
  await parley.runJobs()
  assert.equal((await contents()).length, 1)
  const { rows } = await sql`
    select c.file_count, count(f.id)::int as files from conversations c join conversation_files f
      on f.account_id = c.account_id and f.conversation_id = c.id
    where c.uuid = ${uuid} group by c.file_count`.execute(parley.app.context.db)
  assert.deepEqual(rows, [{ fileCount: 1, files: 1 }])
})
