// Tests of `parley jobs`.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { transaction } from '#server/platform/context/transaction.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { bundleOf } from '#testing/processes/bundle.ts'
import { compileCacheEnv } from '#testing/processes/server-process.ts'

const run = promisify(execFile)

test('failed jobs are listed, retried and deleted', { timeout: 120_000 }, async () => {
  await using parley = await startTestApp()
  const { context } = parley.app
  const { twilio, dataDir } = parley.config
  const env = {
    ...compileCacheEnv,
    PATH: '/usr/bin:/bin',
    DATABASE_URL: parley.connectionString,
    DATA_DIR: dataDir,
    TWILIO_ACCOUNT_SID: twilio!.accountSid,
    TWILIO_AUTH_TOKEN: twilio!.authToken,
    TWILIO_API_BASE_URL: twilio!.apiBaseUrl!,
  }
  const program = await bundleOf('cli')
  const jobs = (...words: string[]) => run(process.execPath, [program, 'jobs', ...words], { env })

  for (const n of [1, 2, 3]) await transaction(context, (tx) => tx.addJob({ name: 'test.cli' }, { n }))
  const { rows } = await sql<{ id: string }>`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no luck'
    where payload ->> 'n' <> '3' returning id`.execute(context.db)
  const [first, second] = rows.map(({ id }) => id)

  const listed = JSON.parse((await jobs('list', '--json')).stdout).jobs
  assert.deepEqual(
    listed.map(({ given_up_at: _, ...job }: Record<string, unknown>) => job),
    [second, first].map((id, index) => ({
      ...{ id, name: 'test.cli', payload: { n: 2 - index }, attempts: 25, deaths: 0, last_error: 'no luck' },
    })),
  )
  assert.match(
    (await jobs('list')).stdout,
    new RegExp(`^${second}  .*test\\.cli \\{"n":2\\}, 25 attempts: no luck$`, 'm'),
  )

  assert.equal((await jobs('retry', first!)).stdout, '1 job retried.\n')
  // It is no longer a failed job.
  await assert.rejects(jobs('delete', first!), { code: 1, stdout: '0 jobs deleted.\n' })
  assert.equal((await jobs('delete', '--all', '--json')).stdout, '{"count":1}\n')
  assert.equal((await jobs('list')).stdout, 'There are no failed jobs.\n')
  await assert.rejects(jobs('retry'), { code: 2, stderr: /Usage: parley jobs list/ })
  const { rows: left } = await sql<{ n: number }>`
    select (payload ->> 'n')::int as n from graphile_worker._private_jobs where attempts = 0 order by n`.execute(
    context.db,
  )
  assert.deepEqual(
    left.map(({ n }) => n),
    [1, 3],
  )
})
