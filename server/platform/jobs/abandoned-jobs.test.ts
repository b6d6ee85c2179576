// Jobs of processes that died: done by others within seconds, while nobody's running job is taken away.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { transaction } from '../context/transaction.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { createLog } from '../observability/log.ts'
import { type Job, openWorker } from './jobs.ts'

/** What PostgreSQL says of a deadlock, each time that a job is to go. */
const deadlock = sql`
  create or replace function test_deadlock() returns trigger language plpgsql as
    $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$;
  create trigger test_deadlock before delete on graphile_worker._private_jobs
    for each row execute function test_deadlock()`

describe('jobs whose process has died', () => {
  const opened = new AsyncDisposableStack()
  let parley: TestApp
  let database: Database
  before(async () => {
    parley = opened.use(await startTestApp())
    database = opened.use(openDatabase(parley.connectionString, { maxConnections: 12, name: 'jobs' }))
  })
  after(() => opened.disposeAsync())

  const lines: string[] = []
  const log = createLog({ level: 'warn', pretty: false, destination: { write: (line) => void lines.push(line) } })

  const work = (jobs: readonly Job<never>[]) =>
    openWorker(
      { ...parley.app.context, log },
      {
        pool: database.pool,
        jobs,
        crons: [],
        concurrency: 3,
        running: true,
        abandonedCheckIntervalMs: 100,
      },
    )
  it('are done by another, those behind them in their queue too', async () => {
    const done: number[] = []
    const all = Promise.withResolvers<void>()
    const job: Job<{ n: number }> = {
      name: 'test.abandoned',
      maxAttempts: 2,
      run: async (_world, { n }) => {
        if (done.push(n) === 2) all.resolve()
      },
    }
    const { db } = parley.app.context
    for (const n of [1, 2]) await transaction(parley.app.context, (tx) => tx.addJob(job, { n }, { queue: 'one' }))
    // As a process leaves them that is killed in the midst of the first.
    await sql`
      update graphile_worker._private_jobs set locked_by = 'worker-that-died', locked_at = now(), attempts = 1
      where id = (select min(id) from graphile_worker._private_jobs)`.execute(db)
    await sql`
      update graphile_worker._private_job_queues set locked_by = 'worker-that-died', locked_at = now()`.execute(db)
    await using _worker = await work([job as unknown as Job<never>])
    await all.promise
    assert.deepEqual(done, [1, 2])
  })

  it('are told from those that take long', async () => {
    let begun = 0
    const end = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const job: Job<object> = {
      name: 'test.long',
      run: async () => {
        begun++
        started.resolve()
        await end.promise
      },
    }
    await using _first = await work([job as unknown as Job<never>])
    await transaction(parley.app.context, (tx) => tx.addJob(job, {}))
    await started.promise
    await using _second = await work([job as unknown as Job<never>])
    const looks = async () =>
      (
        await sql<{ count: number }>`select count(*)::int as count from pg_locks where locktype = 'advisory'
        and classid = (hashtext('parley liveness')::bigint & 4294967295)::oid`.execute(parley.app.context.db)
      ).rows[0]!.count
    // Both, and the process itself.
    while ((await looks()) < 3);
    // The second one's looks are at the pace of the database, like these.
    for (let look = 0; look < 200; look++) await looks()
    end.resolve()
    assert.equal(begun, 1)
  })

  /** A job whose end is written down over a deadlock: that stops the runner. */
  async function holdOne(name: string) {
    const { context } = parley.app
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const held: Job<object> = {
      name,
      run: () => {
        begun.resolve()
        return gate.promise
      },
    }
    await transaction(context, (tx) => tx.addJob(held, {}))
    return {
      held,
      async stopRunner() {
        await begun.promise
        lines.length = 0
        await deadlock.execute(context.db)
        gate.resolve()
        while (!lines.some((line) => line.includes('the job worker stopped and is restarted')))
          await sql`select 1`.execute(context.db)
        await sql`drop trigger test_deadlock on graphile_worker._private_jobs`.execute(context.db)
      },
    }
  }

  it('are done although the runner has stopped over a deadlock', async () => {
    const after = Promise.withResolvers<void>()
    const next: Job<object> = { name: 'test.next', run: async () => after.resolve() }
    const { held, stopRunner } = await holdOne('test.held')
    await using _worker = await work([held, next] as unknown as Job<never>[])
    await stopRunner()
    await transaction(parley.app.context, (tx) => tx.addJob(next, {}))
    await after.promise
  })

  it('and those that a stopped runner has left under way are waited for at the end', async () => {
    const { context } = parley.app
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const after = Promise.withResolvers<void>()
    const long: Job<object> = {
      name: 'test.under-way',
      run: () => {
        begun.resolve()
        return gate.promise
      },
    }
    const next: Job<object> = { name: 'test.next-one', run: async () => after.resolve() }
    const { held, stopRunner } = await holdOne('test.held-too')
    const worker = await work([held, long, next] as unknown as Job<never>[])
    await transaction(context, (tx) => tx.addJob(long, {}))
    await begun.promise
    await stopRunner()
    await transaction(context, (tx) => tx.addJob(next, {}))
    await after.promise
    let isOver = false
    const ended = worker[Symbol.asyncDispose]().then(() => {
      isOver = true
    })
    // What ends without it ends at the pace of the database, like these.
    for (let look = 0; look < 200; look++) await sql`select 1`.execute(context.db)
    assert.equal(isOver, false)
    gate.resolve()
    await ended
  })
})
