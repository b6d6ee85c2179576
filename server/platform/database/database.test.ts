// The settings of database sessions.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestDatabase } from '#testing/app/database.ts'
import { openDatabase } from './database.ts'

it('uses UTC, and also applies the options of the address', async () => {
  await using created = await createTestDatabase()
  const url = new URL(created.connectionString)
  url.searchParams.set('options', '-c timezone=Asia/Tokyo -c work_mem=5MB')
  await using database = openDatabase(url.href, { maxConnections: 1, name: 'test' })
  const { rows } = await database.pool.query(
    `select current_setting('timezone') as zone, current_setting('work_mem') as memory,
       current_setting('statement_timeout') as timeout`,
  )
  assert.deepEqual(rows, [{ zone: 'UTC', memory: '5MB', timeout: '1min' }])
})
