// Parley writes private tables of graphile-worker, so this test fails when an upgrade migrates them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'

const reviewedSchema = 20
const advice =
  "graphile-worker has migrated its schema. Compare its new migrations (node_modules/graphile-worker/sql) with every statement on _private_ tables in server/platform/jobs and in the SQL functions add_job and drop_job, and compare add_job with the library's add_jobs. Then set `reviewedSchema` and follow docs/decisions/0013-graphile-worker-tables.md."

it('is written for the schema of graphile-worker that is installed', async () => {
  await using parley = await startTestApp()
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from graphile_worker.migrations`.execute(parley.app.context.db)
  assert.equal(rows[0]!.id, reviewedSchema, advice)
})

it('pins graphile-worker to one version', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  assert.match(dependencies['graphile-worker']!, /^\d+\.\d+\.\d+$/)
})
