// The settings of database sessions, and the names of columns in rows.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
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

it('converts the names of columns to camelCase, but not those inside JSON', async () => {
  await using created = await createTestDatabase()
  await using database = openDatabase(created.connectionString, { maxConnections: 1, name: 'test' })
  const { rows } = await sql`
    select id, id as "isKept", id as created_at, id as iso_2, json_build_object('tool_id', id) as last_call
    from generate_series(1, 2) id`.execute(database.db)
  assert.deepEqual(
    rows,
    [1, 2].map((id) => ({ id, isKept: id, createdAt: id, iso2: id, lastCall: { tool_id: id } })),
  )
})
