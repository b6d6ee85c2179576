// Jobs of dead processes run elsewhere within seconds, and running jobs are never taken away.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { transaction } from '../context/transaction.ts'
import { openDatabase } from '../database/database.ts'
import { createLog } from '../observability/log.ts'
import { type Job, openWorker } from './jobs.ts'

/** Fails with PostgreSQL's deadlock error whenever a finished job is deleted. */
const deadlock = sql`
  create or replace function test_deadlock() returns trigger language plpgsql as
    $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$;
  create trigger test_deadlock before delete on graphile_worker._private_jobs
    for each row execute function test_deadlock()`

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const { connectionString, app } = opened.use(await startTestApp())
const { context } = app
const { notifications } = app
const { pool } = opened.use(openDatabase(connectionString, { maxConnections: 12, name: 'jobs' }))
const lines: string[] = []
const log = createLog({ level: 'warn', pretty: false, destination: { write: (line) => void lines.push(line) } })

function work<P>(...all: Job<P>[]) {
  const jobs = all as unknown as Job<never>[]
  const often = { abandonedCheckIntervalMs: 100, pollIntervalMs: 100 }
  return openWorker(
    { ...context, log },
    { pool, notifications, jobs, crons: [], concurrency: 3, running: true, ...often },
  )
}

/** A job that runs until its gate is opened. */
function gatedJob(name: string) {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let runs = 0
  const job: Job<object> = {
    name,
    run: () => {
      runs++
      begun.resolve()
      return gate.promise
    },
  }
  return { job, begun: begun.promise, open: gate.resolve, runs: () => runs }
}

describe('jobs of dead processes', () => {
  it('run in another process, and so do the jobs behind them in their queue', async () => {
    const done: number[] = []
    const all = Promise.withResolvers<void>()
    const job: Job<{ n: number }> = {
      name: 'test.abandoned',
      maxAttempts: 2,
      run: async (_context, { n }) => {
        if (done.push(n) === 2) all.resolve()
      },
    }
    const { db } = context
    for (const n of [1, 2]) await transaction(context, (tx) => tx.addJob(job, { n }, { queue: 'one' }))
    // Leaves them as a process does that is killed while the first one runs.
    await sql`
      update graphile_worker._private_jobs set locked_by = 'worker-that-died', locked_at = now(), attempts = 1
      where id = (select min(id) from graphile_worker._private_jobs)`.execute(db)
    await sql`
      update graphile_worker._private_job_queues set locked_by = 'worker-that-died', locked_at = now()`.execute(db)
    await using _worker = await work(job)
    await all.promise
    assert.deepEqual(done, [1, 2])
  })

  it('are distinguished from jobs that take long', async () => {
    const { job, begun, open, runs } = gatedJob('test.long')
    await using _first = await work(job)
    await transaction(context, (tx) => tx.addJob(job, {}))
    await begun
    await using _second = await work(job)
    const countLocks = async () =>
      (
        await sql<{ count: number }>`select count(*)::int as count from pg_locks where locktype = 'advisory'
        and classid = (hashtext('parley liveness')::bigint & 4294967295)::oid`.execute(context.db)
      ).rows[0]!.count
    // Both workers, and the process itself.
    while ((await countLocks()) < 3);
    // Gives the second worker time to search for abandoned jobs.
    for (let query = 0; query < 200; query++) await countLocks()
    open()
    assert.equal(runs(), 1)
  })

  /** Adds a job whose result causes a deadlock when it is stored, which stops the runner. */
  async function addBlockedJob(name: string) {
    const { job: blocked, begun, open } = gatedJob(name)
    await transaction(context, (tx) => tx.addJob(blocked, {}))
    return {
      blocked,
      async stopRunner() {
        await begun
        lines.length = 0
        await deadlock.execute(context.db)
        open()
        while (!lines.some((line) => line.includes('the job worker stopped and is restarted')))
          await sql`select 1`.execute(context.db)
        await sql`drop trigger test_deadlock on graphile_worker._private_jobs`.execute(context.db)
      },
    }
  }

  it('run even if a deadlock has stopped the runner', async () => {
    const after = Promise.withResolvers<void>()
    const next: Job<object> = { name: 'test.next', run: async () => after.resolve() }
    const { blocked, stopRunner } = await addBlockedJob('test.blocked')
    await using _worker = await work(blocked, next)
    await stopRunner()
    await transaction(context, (tx) => tx.addJob(next, {}))
    await after.promise
  })

  it('that still run after their runner has stopped are awaited when the worker closes', async () => {
    const after = Promise.withResolvers<void>()
    const { job: long, begun, open } = gatedJob('test.under-way')
    const next: Job<object> = { name: 'test.next-one', run: async () => after.resolve() }
    const { blocked, stopRunner } = await addBlockedJob('test.blocked-too')
    const worker = await work(blocked, long, next)
    await transaction(context, (tx) => tx.addJob(long, {}))
    await begun
    await stopRunner()
    await transaction(context, (tx) => tx.addJob(next, {}))
    await after.promise
    let isOver = false
    const ended = worker[Symbol.asyncDispose]().then(() => {
      isOver = true
    })
    // Gives the worker time to close without waiting for the job.
    for (let query = 0; query < 200; query++) await sql`select 1`.execute(context.db)
    assert.equal(isOver, false)
    open()
    await ended
  })
})
