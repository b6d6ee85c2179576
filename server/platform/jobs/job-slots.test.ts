// Accounts share the slots for jobs that call external services.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { after, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import type { JobSpec } from '../context/job.ts'
import { transaction } from '../context/transaction.ts'
import { openDatabase } from '../database/database.ts'
import type { SlotLimits } from './job-slots.ts'
import { type Job, openWorker, type Worker } from './jobs.ts'

interface RunningJob {
  accountId: number
  /** Ends this run of the job. */
  end(): void
}

const slow: JobSpec<{ accountId: number }> = { name: 'test.slow', waitsOutside: true }
const long: JobSpec<{ accountId: number }> = { name: 'test.long', waitsOutside: true, isLong: true }
const short: JobSpec<{ accountId: number }> = { name: 'test.short' }
/** Concurrent fetches can exceed the limit of an account by this many jobs. */
const overshoot = 3

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const { connectionString, app } = opened.use(await startTestApp())
const { pool } = opened.use(openDatabase(connectionString, { maxConnections: 6, name: 'jobs' }))

describe('the slots of jobs', () => {
  let running: RunningJob[]
  let maxRunning: Map<number, number>
  let begun: number
  let shortDone: number
  const changes = new EventEmitter()

  beforeEach(() => {
    running = []
    maxRunning = new Map()
    begun = 0
    shortDone = 0
  })

  const countOf = (accountId: number): number => running.filter((one) => one.accountId === accountId).length
  /** Resolves when the jobs that run are as wanted. */
  async function reached(isWanted: () => boolean): Promise<void> {
    while (!isWanted()) await once(changes, 'change')
  }

  async function run(_context: unknown, { accountId }: { accountId: number }): Promise<void> {
    const { promise, resolve: end } = Promise.withResolvers<void>()
    const job = { accountId, end }
    running.push(job)
    begun++
    maxRunning.set(accountId, Math.max(maxRunning.get(accountId) ?? 0, countOf(accountId)))
    changes.emit('change')
    await promise
    running.splice(running.indexOf(job), 1)
    changes.emit('change')
  }
  const jobs: Job<{ accountId: number }>[] = [
    { ...slow, run },
    { ...long, run },
    {
      ...short,
      run: async () => {
        shortDone++
        changes.emit('change')
      },
    },
  ]
  const work = (limits: Omit<SlotLimits, 'perLongJob'>, more = 2): Promise<Worker> =>
    openWorker(app.context, {
      pool,
      notifications: app.notifications,
      jobs: jobs as unknown as Job<never>[],
      crons: [],
      concurrency: limits.outside + more,
      limits: { perLongJob: 4, ...limits },
      running: true,
    })
  const addJobs = (spec: JobSpec<{ accountId: number }>, accountIds: readonly number[]): Promise<void> =>
    transaction(app.context, async (tx) => {
      for (const accountId of accountIds) await tx.addJob(spec, { accountId })
    })
  const repeat = (accountId: number, times: number): number[] => Array.from({ length: times }, () => accountId)
  const countJobs = async () => {
    const { rows } = await sql<{ waiting: number; left: number }>`
      select count(*) filter (where locked_at is null)::int as waiting, count(*)::int as left
      from graphile_worker.jobs`.execute(app.context.db)
    return rows[0]!
  }
  /** A job that has been fetched may not have started yet. */
  async function finishAll(): Promise<void> {
    while ((await countJobs()).left > 0) for (const one of [...running]) one.end()
  }

  it('leave jobs of a busy account waiting, and start those of another immediately', async () => {
    await using _worker = await work({ outside: 16, perAccount: 8 })
    await addJobs(slow, repeat(1, 100))
    await reached(() => countOf(1) >= 8)
    await addJobs(slow, [2])
    await reached(() => countOf(2) === 1)
    assert.ok((await countJobs()).waiting > 100 - 8 - overshoot - 1)
    assert.ok(maxRunning.get(1)! <= 8 + overshoot, `${maxRunning.get(1)} at once`)
    await finishAll()
    assert.ok(maxRunning.get(1)! <= 8 + overshoot, `${maxRunning.get(1)} at once`)
  })

  it('start the next job of an account when one of its jobs ends', async () => {
    await using _worker = await work({ outside: 16, perAccount: 8 })
    await addJobs(slow, repeat(1, 40))
    await reached(() => countOf(1) >= 8)
    const begunAt = performance.now()
    for (let ended = 0; ended < 20; ended++) {
      const before = begun
      running[0]!.end()
      await reached(() => begun > before)
    }
    // Polling alone takes up to five seconds for each job.
    assert.ok(performance.now() - begunAt < 4_000)
    await finishAll()
  })

  it('remain available for more accounts, even if each account has more jobs than there are slots', async () => {
    await using _worker = await work({ outside: 32, perAccount: 16 })
    for (let accountId = 1; accountId <= 3; accountId++) {
      await addJobs(slow, repeat(accountId, 40))
      await reached(() => countOf(accountId) > 0)
    }
    await finishAll()
  })

  it('remain available for other jobs, even if each of many accounts has a long job', async () => {
    await using _worker = await work({ outside: 16, perAccount: 8 })
    await addJobs(
      long,
      Array.from({ length: 40 }, (_, index) => index + 1),
    )
    await reached(() => running.length >= 4)
    await addJobs(slow, [99])
    await reached(() => countOf(99) === 1)
    assert.ok(running.length <= 4 + overshoot + 1)
    await finishAll()
  })

  it('are reserved for short jobs', async () => {
    await using _worker = await work({ outside: 8, perAccount: 4 }, 2 + overshoot)
    const accountIds = Array.from({ length: 60 }, (_, index) => index + 1)
    await addJobs(slow, accountIds)
    await reached(() => running.length >= 8)
    await addJobs(short, accountIds)
    await reached(() => shortDone === accountIds.length)
    assert.ok((await countJobs()).waiting > 0)
    await finishAll()
  })
})
