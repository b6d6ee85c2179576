// Jobs during which their process dies: each death uses an attempt, and after a few deaths the job has failed.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { examine } from '#server/operator/doctor.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { maxDeaths } from '../context/job.ts'
import { transaction } from '../context/transaction.ts'
import { openDatabase } from '../database/database.ts'
import { createLog } from '../observability/log.ts'
import { deleteFailedJobs, listFailedJobs, retryFailedJobs } from './failed-jobs.ts'
import { type Job, openWorker } from './jobs.ts'

const reason = 'The process ended while this job was running.'

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const parley = opened.use(await startTestApp())
const { context } = parley.app
const { db } = context
const { notifications } = parley.app
const { pool } = opened.use(openDatabase(parley.connectionString, { maxConnections: 12, name: 'jobs' }))
const lines: string[] = []
const log = createLog({ level: 'error', pretty: false, destination: { write: (line) => void lines.push(line) } })

describe('a job during which the process dies', () => {
  const add = (job: Job<{ n: number }>, n = 1, key?: string) =>
    transaction(context, (tx) => tx.addJob(job, { n }, key === undefined ? {} : { key }))

  async function rowsOf(name: string) {
    type Numbers = Record<'attempts' | 'maxAttempts' | 'deaths' | 'waitsSeconds', number>
    const { rows } = await sql<
      Numbers & Record<'lastError' | 'lockedBy', string | null> & { id: string; payload: unknown }
    >`
      select j.id, attempts, max_attempts, coalesce((flags ->> 'deaths')::int, 0) as deaths, last_error, payload, locked_by,
        extract(epoch from run_at - now())::float as waits_seconds
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = task_id
      where identifier = ${name} order by j.id`.execute(db)
    return rows
  }

  /** Leaves the jobs as a killed process does, and returns when another process has released them. */
  async function dieIn(name: string): Promise<void> {
    const worker = `dead-${context.newId()}`
    await sql`
      update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now(), attempts = attempts + 1
      where task_id = (select id from graphile_worker._private_tasks where identifier = ${name}) and is_available`.execute(
      db,
    )
    const options = {
      pool,
      notifications,
      jobs: [],
      crons: [],
      concurrency: 1,
      running: true,
      abandonedCheckIntervalMs: 20,
    }
    await using _worker = await openWorker({ ...context, log }, options)
    const isLocked = async () =>
      (await sql`select from graphile_worker._private_jobs where locked_by = ${worker}`.execute(db)).rows.length > 0
    while (await isLocked());
  }

  const jobOf = (name: string, maxAttempts?: number): Job<{ n: number }> => ({
    name,
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    run: async () => {},
  })

  it('uses an attempt, and fails after its last attempt', async () => {
    const job = jobOf('test.two-attempts', 2)
    await add(job)
    await dieIn(job.name)
    assert.deepEqual(
      (await rowsOf(job.name)).map(({ attempts, lastError }) => [attempts, lastError]),
      [[1, reason]],
    )
    await dieIn(job.name)
    const failed = (await listFailedJobs(db)).filter(({ name }) => name === job.name)
    assert.deepEqual(
      failed.map(({ attempts, deaths, lastError, payload }) => [attempts, deaths, lastError, payload]),
      [[2, 2, reason, { n: 1 }]],
    )
    assert.ok(lines.some((line) => line.includes('a job failed because its process died') && line.includes(job.name)))
    await deleteFailedJobs(db, [failed[0]!.id])
  })

  it('waits longer after each death, and fails after a few deaths even if it has attempts left', async () => {
    const job = jobOf('test.poison')
    // The pauses are random, so many jobs are needed to see them grow.
    for (let n = 0; n < 20; n++) await add(job, n)
    for (let deaths = 1; deaths < maxDeaths; deaths++) {
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
      await dieIn(job.name)
      const rows = await rowsOf(job.name)
      const mostSeconds = deaths === 1 ? 0 : 10 ** (deaths - 1)
      assert.ok(rows.every((row) => row.deaths === deaths && row.waitsSeconds <= mostSeconds))
      assert.ok(Math.max(...rows.map(({ waitsSeconds }) => waitsSeconds)) > mostSeconds / 3 - 5)
    }
    await dieIn(job.name)
    assert.ok((await rowsOf(job.name)).every(({ attempts, maxAttempts }) => attempts === 25 && maxAttempts === 25))
    assert.equal(await deleteFailedJobs(db, 'all'), 20)
    assert.deepEqual(await rowsOf(job.name), [])
  })

  it('stays failed when it is added again under its key, until it is retried on the command line', async () => {
    const job = jobOf('test.keyed-poison')
    await add(job, 1, 'poison')
    await sql`update graphile_worker._private_jobs set flags = '{"deaths": 4}' where key = 'poison'`.execute(db)
    await dieIn(job.name)
    await add(job, 2, 'poison')
    const [row, ...more] = await rowsOf(job.name)
    assert.deepEqual([row?.attempts, row?.lastError, row?.payload, more], [25, reason, { n: 2 }, []])

    assert.equal(await retryFailedJobs(db, [row!.id]), 1)
    assert.deepEqual(await listFailedJobs(db), [])
    const [again] = await rowsOf(job.name)
    assert.deepEqual([again?.attempts, again?.deaths], [0, 0])
    await sql`delete from graphile_worker._private_jobs where id = ${again!.id}`.execute(db)
  })

  it('passes its deaths on to the job that replaced it under its key while it ran', async () => {
    const job = jobOf('test.successor')
    await add(job, 0, 'successor')
    for (let deaths = 1; deaths <= 3; deaths++) {
      await sql`
        update graphile_worker._private_jobs set locked_by = 'runs', locked_at = now() where key = 'successor'`.execute(
        db,
      )
      await add(job, deaths, 'successor')
      await sql`update graphile_worker._private_jobs set locked_by = 'runs-no-more' where locked_by = 'runs'`.execute(
        db,
      )
      const other = jobOf(`test.beside-${deaths}`)
      await add(other)
      await dieIn(other.name)
      const isLeft = async () => (await rowsOf(job.name)).length > 1
      while (await isLeft()) await dieIn(other.name)
      const [row] = await rowsOf(job.name)
      assert.deepEqual([row?.deaths, row?.payload], [deaths, { n: deaths }])
    }
    await sql`delete from graphile_worker._private_jobs`.execute(db)
  })

  it('has all its attempts again when it is added under its key after its last attempt failed without a death', async () => {
    const job = jobOf('test.failed', 1)
    await add(job, 1, 'failed')
    await sql`update graphile_worker._private_jobs set attempts = 1 where key = 'failed'`.execute(db)
    await add(job, 2, 'failed')
    assert.deepEqual(
      (await rowsOf(job.name)).map(({ attempts, payload }) => [attempts, payload]),
      [[0, { n: 2 }]],
    )
    await sql`delete from graphile_worker._private_jobs`.execute(db)
  })

  it('keeps its attempt if the process stops before the job ends', async () => {
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const job: Job<{ n: number }> = {
      name: 'test.given-back',
      run: () => {
        begun.resolve()
        return gate.promise
      },
    }
    // The worker's only slot is in use, so it does not start the job again.
    const options = { pool, notifications, crons: [], concurrency: 1, running: true }
    const worker = await openWorker(context, { ...options, jobs: [job] as unknown as Job<never>[] })
    await add(job)
    await begun.promise
    await worker.releaseJobs()
    const [row, ...more] = await rowsOf(job.name)
    assert.deepEqual([row?.attempts, row?.deaths, row?.lockedBy, more], [0, 0, null, []])
    gate.resolve()
    await worker[Symbol.asyncDispose]()
    await sql`delete from graphile_worker._private_jobs`.execute(db)
  })

  it('is shown by the doctor with its error', async () => {
    const job = jobOf('test.shown', 1)
    await add(job)
    await dieIn(job.name)
    const models = { describe: () => [], options: () => parley.config, embedding: () => undefined }
    const open = { context, models }
    const finding = (await examine(open as never, parley.config)).find(({ what }) => what === 'jobs')
    assert.equal(finding?.state, 'fault')
    assert.match(
      finding?.says ?? '',
      /^1 job has failed, and \d+ (is|are) waiting\. `parley jobs list` shows them: test\.shown: The process ended while/,
    )
  })
})
