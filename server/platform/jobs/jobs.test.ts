// Jobs and events: they are added in a transaction and run later, at least once, in any process.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { addJob } from '../context/add-job.ts'
import { transaction } from '../context/transaction.ts'
import { openDatabase } from '../database/database.ts'
import { createLog } from '../observability/log.ts'
import { type Job, openWorker, type WorkerOptions } from './jobs.ts'
import { inTransaction, jobsOfSubscriptions, subscription, subscriptionsOf } from './subscriptions.ts'

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const parley = opened.use(await startTestApp())
const { notifications } = parley.app
const { pool } = opened.use(openDatabase(parley.connectionString, { maxConnections: 8, name: 'jobs' }))
const lines: string[] = []
const log = createLog({ level: 'trace', pretty: false, destination: { write: (line) => void lines.push(line) } })
const context = { ...parley.app.context, log }

describe('jobs', () => {
  const done: { name: string; payload: unknown; worker: number }[] = []

  const jobOf = (name: string, worker = 0, more: Partial<Job<{ n: number }>> = {}): Job<{ n: number }> => ({
    name,
    run: async (_context, payload) => void done.push({ name, payload, worker }),
    ...more,
  })
  async function work<P>(all: readonly Job<P>[], options: Partial<WorkerOptions> = {}) {
    const jobs = all as unknown as Job<never>[]
    return opened.use(
      await openWorker(context, { pool, notifications, jobs, crons: [], concurrency: 4, running: false, ...options }),
    )
  }
  const doneOf = (name: string) => done.filter((one) => one.name === name).map(({ payload }) => payload)
  const waiting = async (name: string) =>
    (
      await sql<{ key: string | null; attempts: number; lastError: string | null; runAt: string }>`
        select key, attempts, last_error, run_at from graphile_worker.jobs where task_identifier = ${name}`.execute(
        context.db,
      )
    ).rows

  it('exist only if the transaction that adds them commits', async () => {
    const job = jobOf('test.commit')
    const worker = await work([job])
    // Registers the job's name, which the transaction would otherwise lock.
    await worker.runDue()
    await transaction(context, async (tx) => {
      await tx.addJob(job, { n: 1 })
      await worker.runDue()
      assert.deepEqual(doneOf(job.name), [])
    })
    const lost = transaction(context, async (tx) => {
      await tx.addJob(job, { n: 2 })
      throw new Error('rolled back')
    })
    await assert.rejects(lost)
    await worker.runDue()
    assert.deepEqual(doneOf(job.name), [{ n: 1 }])
    assert.deepEqual(await waiting(job.name), [])
  })

  it('run when they are due', async () => {
    const job = jobOf('test.later')
    const worker = await work([job])
    await transaction(context, (tx) =>
      tx.addJob(job, { n: 1 }, { runAt: new Date(context.now().getTime() + 3_600_000) }),
    )
    await worker.runDue()
    assert.deepEqual(doneOf(job.name), [])
    await parley.turnClock(3_600_000)
    await worker.runDue()
    assert.deepEqual(doneOf(job.name), [{ n: 1 }])
  })

  it('start when they are due, even if no worker polls at that moment', async () => {
    const started = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<number>()
    const first = jobOf('test.alarm-first', 0, { run: async () => started.resolve() })
    const job = jobOf('test.alarm', 0, { run: async () => begun.resolve(performance.now()) })
    await using _worker = await work([first, job], { concurrency: 1, running: true, pollIntervalMs: 5_000 })
    // Afterwards the worker does not poll for seconds.
    await transaction(context, (tx) => tx.addJob(first, { n: 1 }))
    await started.promise
    const dueAt = performance.now() + 200
    await transaction(context, (tx) => tx.addJob(job, { n: 1 }, { runAt: new Date(context.now().getTime() + 200) }))
    const lateMs = (await begun.promise) - dueAt
    assert.ok(lateMs > -50 && lateMs < 2_000, `${lateMs} ms late`)
  })

  it('start at the next poll if no worker was notified', async () => {
    const idle = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const first = jobOf('test.round-first', 0, { run: async () => idle.resolve() })
    const job = jobOf('test.round', 0, { run: async () => begun.resolve() })
    await using _worker = await work([first, job], { concurrency: 1, running: true, pollIntervalMs: 50 })
    await transaction(context, (tx) => tx.addJob(first, { n: 1 }))
    await idle.promise
    const begunAt = performance.now()
    await addJob(context, job, { n: 1 })
    await begun.promise
    // The slot itself polls once a minute.
    assert.ok(performance.now() - begunAt < 20_000)
  })

  it('of one queue run one after the other until none is left', async () => {
    const name = 'test.successors'
    const queue = name
    const job = jobOf(name, 0, {
      run: async (_context, { n }) => {
        done.push({ name, payload: n, worker: 0 })
        if (n < 50) await transaction(context, (tx) => tx.addJob(job, { n: n + 1 }, { key: name, queue }))
      },
    })
    const worker = await work([job])
    await transaction(context, (tx) => tx.addJob(job, { n: 1 }, { key: name, queue }))
    await worker.runDue()
    assert.equal(doneOf(name).length, 50)
  })

  it('replace the waiting job with the same key, and can keep its time', async () => {
    const job = jobOf('test.keyed')
    const worker = await work([job])
    const inAnHour = new Date(context.now().getTime() + 3_600_000)
    await transaction(context, (tx) => tx.addJob(job, { n: 1 }, { key: 'k', runAt: inAnHour }))
    await transaction(context, (tx) => tx.addJob(job, { n: 2 }, { key: 'k', keepRunAt: true }))
    await worker.runDue()
    assert.deepEqual(doneOf(job.name), [])
    await transaction(context, (tx) => tx.addJob(job, { n: 3 }, { key: 'k' }))
    assert.equal((await waiting(job.name)).length, 1)
    await worker.runDue()
    assert.deepEqual(doneOf(job.name), [{ n: 3 }])
  })

  it('are shared by all workers and run once each', async () => {
    const name = 'test.shared'
    const workers = await Promise.all([1, 2].map((number) => work([jobOf(name, number)])))
    await transaction(context, async (tx) => {
      for (let n = 0; n < 60; n++) await tx.addJob({ name }, { n })
    })
    await Promise.all(workers.map((worker) => worker.runDue()))
    const numbers = doneOf(name).map((payload) => (payload as { n: number }).n)
    assert.deepEqual(
      numbers.sort((a, b) => a - b),
      Array.from({ length: 60 }, (_, n) => n),
    )
    const workersUsed = new Set(done.filter((one) => one.name === name).map(({ worker }) => worker))
    assert.equal(workersUsed.size, 2)
  })

  it('of one queue run one after another', async () => {
    const name = 'test.queued'
    let running = 0
    let most = 0
    const job: Job<{ n: number }> = {
      name,
      run: async (inner) => {
        most = Math.max(most, ++running)
        await sql`select 1`.execute(inner.db)
        running--
      },
    }
    const workers = [await work([job]), await work([job])]
    await transaction(context, async (tx) => {
      for (let n = 0; n < 10; n++) await tx.addJob(job, { n }, { queue: 'one' })
    })
    while ((await waiting(name)).length > 0) await Promise.all(workers.map((worker) => worker.runDue()))
    assert.equal(most, 1)
  })

  it('are retried later if they fail, and each failure is logged without the payload', async () => {
    const name = 'test.failing'
    let tries = 0
    const job: Job<{ secret: string }> = {
      name,
      maxAttempts: 3,
      run: async () => {
        tries++
        throw new Error('no luck')
      },
    }
    const worker = await work([job])
    await transaction(context, (tx) => tx.addJob(job, { secret: 'secret-payload' }))
    lines.length = 0
    for (const attempt of [1, 2, 3]) {
      await worker.runDue()
      const [kept] = await waiting(name)
      assert.deepEqual([tries, kept!.attempts, kept!.lastError], [attempt, attempt, 'no luck'])
      await parley.turnClock(3_600_000)
    }
    await worker.runDue()
    assert.equal(tries, 3)
    const failures = lines.filter((line) => line.includes('job failed'))
    assert.equal(failures.length, 3)
    assert.ok(!lines.join('').includes('secret-payload'))
  })

  it('are not retried if they fail after they were replaced', async () => {
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    let tries = 0
    const job: Job<{ n: number }> = {
      name: 'test.replaced',
      run: async (_context, { n }) => {
        tries++
        if (n === 2) return
        begun.resolve()
        await gate.promise
        throw new Error('too late')
      },
    }
    await work([job], { concurrency: 2, running: true, abandonedCheckIntervalMs: 20 })
    await transaction(context, (tx) => tx.addJob(job, { n: 1 }, { key: 'replaced' }))
    await begun.promise
    await transaction(context, (tx) => tx.addJob(job, { n: 2 }, { key: 'replaced' }))
    gate.resolve()
    await until(async () => (await waiting(job.name)).length === 0)
    assert.equal(tries, 2)
  })

  it('deliver an event to every subscriber, even if one of them fails', async () => {
    const received: string[] = []
    const all = [
      subscription('document.ready', 'first', async (_context, { documentId }) => {
        received.push(`first ${documentId}`)
        throw new Error('failed')
      }),
      subscription(
        'document.ready',
        'second',
        async (_context, { documentId }) => void received.push(`second ${documentId}`),
      ),
    ]
    const ref = { accountId: 1 }
    const here = { ...context, subscriptions: subscriptionsOf(all) }
    const worker = await work(jobsOfSubscriptions(all))
    await assert.rejects(
      transaction(here, async (tx) => {
        await tx.emit('document.ready', { ...ref, documentId: 1 })
        throw new Error('undone')
      }),
    )
    await transaction(here, (tx) => tx.emit('document.ready', { ...ref, documentId: 2 }))
    await worker.runDue()
    assert.deepEqual(received.sort(), ['first 2', 'second 2'])
    assert.equal((await waiting('on:document.ready:first')).length, 1)
    assert.equal((await waiting('on:document.ready:second')).length, 0)
  })

  it('of a subscriber in the transaction are undone with it, and it undoes the transaction if it fails', async () => {
    const { account } = await parley.createAccount()
    const job = jobOf('test.announced')
    const all = [
      inTransaction('document.ready', async (tx, { documentId }) => {
        await tx.addJob(job, { n: documentId })
        if (documentId === 3) throw new Error('refused')
      }),
    ]
    const here = { ...context, account, subscriptions: subscriptionsOf(all) }
    const emit = (documentId: number, after: () => void = () => {}) =>
      transaction(here, async (tx) => {
        await tx.emit('document.ready', { accountId: account.id, documentId })
        after()
      })
    await assert.rejects(
      emit(1, () => {
        throw new Error('undone')
      }),
    )
    await emit(2)
    await assert.rejects(emit(3), /refused/)
    assert.equal((await waiting(job.name)).length, 1)
  })

  it('without a handler wait until a worker has one', async () => {
    const name = 'test.unknown'
    await transaction(context, (tx) => tx.addJob({ name }, { n: 1 }))
    await (await work([jobOf('test.another')])).runDue()
    assert.equal((await waiting(name)).length, 1)
    await (await work([jobOf(name)])).runDue()
    assert.deepEqual(doneOf(name), [{ n: 1 }])
  })
})
