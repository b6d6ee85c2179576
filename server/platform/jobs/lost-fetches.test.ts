// A job whose fetch got no answer runs again, and a job that is running does not.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import type { JobSpec } from '../context/job.ts'
import { transaction } from '../context/transaction.ts'
import { allRows } from '../database/statements.ts'
import { releaseJobs } from './abandoned-jobs.ts'
import { findLostFetches } from './lost-fetches.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app
const { db } = context
const job: JobSpec<{ n: number }> = { name: 'test.fetched' }

it('releases jobs that a worker has and does not run, with their queues and without using an attempt', async () => {
  await transaction(context, async (tx) => {
    for (const n of [1, 2, 3]) await tx.addJob(job, { n }, { queue: `queue ${n}` })
    await tx.addJob(job, { n: 4 }, { queue: 'queue 4', key: 'replaced' })
  })
  // The statement with which graphile-worker fetches a job locks both.
  await sql`
    update graphile_worker._private_jobs set locked_by = 'worker', locked_at = now(), attempts = 1
    where payload ->> 'n' in ('1', '2', '4')`.execute(db)
  await sql`update graphile_worker._private_job_queues set locked_by = 'worker', locked_at = now()
    where queue_name in ('queue 1', 'queue 2', 'queue 4')`.execute(db)
  await transaction(context, (tx) => tx.addJob(job, { n: 5 }, { queue: 'queue 4', key: 'replaced' }))
  const select = () => allRows<{
    n: number
    id: string
    attempts: number
    lockedBy: string | null
    queue: string | null
  }>(db)`
    select (payload ->> 'n')::int as n, j.id::text, attempts, j.locked_by, q.locked_by as queue
    from graphile_worker._private_jobs j join graphile_worker._private_job_queues q on q.id = job_queue_id
    where payload ->> 'n' is not null order by 1`
  const [running] = await select()
  const find = findLostFetches({ workerId: 'worker', db, isRunning: (id) => id === running!.id, delayMs: 1 })
  const check = async () => releaseJobs(db, 'worker', await find())
  assert.equal(await check(), 0, 'a job is idle for a moment before it begins')
  await until(async () => (await check()) === 2)
  assert.equal(await check(), 0)
  assert.deepEqual(
    (await select()).map(({ n, attempts, lockedBy, queue }) => [n, attempts, lockedBy, queue]),
    [
      [1, 1, 'worker', 'worker'],
      [2, 0, null, null],
      [3, 0, null, null],
      [4, 25, null, null],
      [5, 0, null, null],
    ],
  )
})
