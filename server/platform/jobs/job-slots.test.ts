// Jobs that wait for outside services share the slots of a process fairly among accounts.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { JobSpec } from '../context/job.ts'
import { transaction } from '../context/transaction.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { type Job, openWorker, type Worker } from './jobs.ts'

interface Visit {
  accountId: number
  /** Ends this run of the job. */
  end(): void
}

const slow: JobSpec<{ accountId: number }> = { name: 'test.slow', waitsOutside: true }
const short: JobSpec<{ accountId: number }> = { name: 'test.short' }
/** Fetches that are under way when an account reaches its limit may still bring its jobs. */
const overshoot = 3

describe('the slots of jobs', () => {
  const opened = new AsyncDisposableStack()
  let parley: TestApp
  let database: Database
  let running: Visit[]
  let mostOf: Map<number, number>
  let begun: number
  let shortDone: number
  const waiters = new Set<() => void>()

  before(async () => {
    parley = opened.use(await startTestApp())
    database = opened.use(openDatabase(parley.connectionString, { maxConnections: 6, name: 'jobs' }))
  })
  after(() => opened.disposeAsync())
  beforeEach(() => {
    running = []
    mostOf = new Map()
    begun = 0
    shortDone = 0
  })

  const countOf = (accountId: number): number => running.filter((one) => one.accountId === accountId).length
  const told = (): void => {
    for (const look of waiters) look()
  }
  const until = (isTrue: () => boolean): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = (): void => {
      if (!isTrue()) return
      waiters.delete(look)
      resolve()
    }
    waiters.add(look)
    look()
    return promise
  }

  const jobs: Job<{ accountId: number }>[] = [
    {
      ...slow,
      run: async (_world, { accountId }) => {
        const { promise, resolve: end } = Promise.withResolvers<void>()
        const visit = { accountId, end }
        running.push(visit)
        begun++
        mostOf.set(accountId, Math.max(mostOf.get(accountId) ?? 0, countOf(accountId)))
        told()
        await promise
        running.splice(running.indexOf(visit), 1)
        told()
      },
    },
    {
      ...short,
      run: async () => {
        shortDone++
        told()
      },
    },
  ]
  const work = (limits: { outside: number; perAccount: number }, more = 2): Promise<Worker> =>
    openWorker(parley.app.context, {
      pool: database.pool,
      jobs: jobs as unknown as Job<never>[],
      crons: [],
      concurrency: limits.outside + more,
      limits,
      running: true,
    })
  const state = (spec: JobSpec<{ accountId: number }>, accountIds: readonly number[]): Promise<void> =>
    transaction(parley.app.context, async (tx) => {
      for (const accountId of accountIds) await tx.addJob(spec, { accountId })
    })
  const repeat = (accountId: number, times: number): number[] => Array.from({ length: times }, () => accountId)
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from graphile_worker.jobs where locked_at is null`.execute(parley.app.context.db)
    return rows[0]!.count
  }
  async function finishAll(): Promise<void> {
    while ((await waiting()) > 0 || running.length > 0) for (const one of [...running]) one.end()
  }

  it('leave jobs of a busy account waiting, and begin those of another at once', async () => {
    await using _worker = await work({ outside: 16, perAccount: 8 })
    await state(slow, repeat(1, 100))
    await until(() => countOf(1) >= 8)
    await state(slow, [2])
    await until(() => countOf(2) === 1)
    assert.ok((await waiting()) > 100 - 8 - overshoot - 1)
    assert.ok(mostOf.get(1)! <= 8 + overshoot, `${mostOf.get(1)} at once`)
    await finishAll()
    assert.ok(mostOf.get(1)! <= 8 + overshoot, `${mostOf.get(1)} at once`)
  })

  it('begin the next job of an account as soon as one of its jobs has ended', async () => {
    await using _worker = await work({ outside: 16, perAccount: 8 })
    await state(slow, repeat(1, 40))
    await until(() => countOf(1) >= 8)
    const begunAt = performance.now()
    for (let ended = 0; ended < 20; ended++) {
      const before = begun
      running[0]!.end()
      await until(() => begun > before)
    }
    // Without the end of a job, slots look for jobs every five seconds.
    assert.ok(performance.now() - begunAt < 4_000)
    await finishAll()
  })

  it('leave room for further accounts, even if each has more jobs than there are slots', async () => {
    await using _worker = await work({ outside: 32, perAccount: 16 })
    for (let accountId = 1; accountId <= 3; accountId++) {
      await state(slow, repeat(accountId, 40))
      await until(() => countOf(accountId) > 0)
    }
    await finishAll()
  })

  it('are kept for short jobs, whatever the others wait for', async () => {
    await using _worker = await work({ outside: 8, perAccount: 4 }, 2 + overshoot)
    const accountIds = Array.from({ length: 60 }, (_, index) => index + 1)
    await state(slow, accountIds)
    await until(() => running.length >= 8)
    await state(short, accountIds)
    await until(() => shortDone === accountIds.length)
    assert.ok((await waiting()) > 0)
    await finishAll()
  })
})
