// The database as it is opened: what every session speaks, whatever the address says.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestDatabase } from '#server/testing/database.ts'
import { openDatabase } from './database.ts'

it('speaks UTC though the address brings options of its own, which hold as well', async () => {
  await using place = await createTestDatabase()
  const url = new URL(place.connectionString)
  url.searchParams.set('options', '-c timezone=Asia/Tokyo -c work_mem=5MB')
  await using database = openDatabase(url.href, { maxConnections: 1, name: 'test' })
  const { rows } = await database.pool.query(
    `select current_setting('timezone') as zone, current_setting('work_mem') as memory,
       current_setting('statement_timeout') as timeout`,
  )
  assert.deepEqual(rows, [{ zone: 'UTC', memory: '5MB', timeout: '1min' }])
})
