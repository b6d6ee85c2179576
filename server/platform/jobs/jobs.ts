// Jobs: work stated in a transaction and done later by graphile-worker, at least once.
import { EventEmitter } from 'node:events'
import {
  parseCronItems,
  type RunnerOptions,
  run,
  runMigrations,
  runOnce,
  type Task,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { AppContext } from '../context/context.ts'
import type { JobSpec } from '../context/job.ts'
import type { Db } from '../database/database.ts'
import { failpoint } from '../failpoints/failpoint.ts'
import type { Log } from '../observability/log.ts'
import { type Origin, runFor } from '../observability/origin.ts'
import { releaseJobs, watchForAbandonedJobs } from './abandoned-jobs.ts'
import { lookInRounds, type SlotLimits, shareSlots } from './job-slots.ts'

/** A job as the worker sees it; `run` must be safe to run twice. */
export interface Job<P> extends JobSpec<P> {
  run(context: AppContext, payload: P): Promise<void>
}

/** Work by the calendar, crontab notation in UTC. */
export interface CronJob {
  name: string
  match: string
  run(context: AppContext): Promise<void>
}

export interface Worker extends AsyncDisposable {
  /** Runs what is due now and returns; for tests and commands. */
  runDue(): Promise<void>
  /** Hands the jobs that are under way to other processes, without an attempt used; for one that must end now. */
  releaseJobs(): Promise<void>
}

export interface WorkerOptions {
  pool: pg.Pool
  jobs: readonly Job<never>[]
  crons: readonly CronJob[]
  /** Slots of this process: jobs that it runs at the same time. */
  concurrency: number
  /** Unless given, any job may take any slot. */
  limits?: SlotLimits
  /** `false`: nothing runs by itself, only by `runDue`. */
  running: boolean
  /** How often slots look for jobs that no notification announced; default five seconds. */
  roundMs?: number
  /** How often jobs of dead processes are looked for; default two seconds. */
  lookForAbandonedMs?: number
}

export async function migrateJobs(pool: pg.Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: workerLogger(log) })
}

export async function openWorker(context: AppContext, options: WorkerOptions): Promise<Worker> {
  const shared = {
    pgPool: options.pool,
    taskList: taskListOf(context, options),
    logger: workerLogger(context.log),
    noHandleSignals: true,
    // Batched, or its end would not wait until what became of the last jobs is written down.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }
  const running = options.running ? await keepRunning(() => beginRun(context, options, shared), context.log) : undefined
  return {
    runDue: () => runOnce(shared),
    releaseJobs: async () => running?.releaseJobs(),
    async [Symbol.asyncDispose]() {
      await running?.[Symbol.asyncDispose]()
    },
  }
}

const presetRoundMs = 5_000
/** How often each idle slot looks for jobs by itself. */
const slotLooksEveryMs = 60_000

interface Run extends AsyncDisposable {
  /** Resolves when it takes no more jobs, whoever wanted that. */
  over: Promise<void>
  releaseJobs(): Promise<void>
}

async function beginRun(context: AppContext, options: WorkerOptions, shared: RunnerOptions): Promise<Run> {
  const { crons, concurrency, limits, lookForAbandonedMs: lookEveryMs } = options
  const { db, log, liveness } = context
  const under = countUnderWay(shared.taskList!)
  const events: WorkerEvents = new EventEmitter()
  lookInRounds(events, options.roundMs ?? presetRoundMs)
  const slots = limits ? shareSlots(under.taskList, limits, events) : { taskList: under.taskList }
  const broken = Promise.withResolvers<void>()
  events.once('pool:fatalError', () => broken.resolve())
  let alive: AsyncDisposable | undefined
  let workerId: string | undefined
  events.once('pool:create', ({ workerPool: { id } }) => {
    workerId = id
    alive = watchForAbandonedJobs({ workerId: id, liveness, db, log, lookEveryMs })
  })
  const runner = await run({
    ...shared,
    ...slots,
    events,
    concurrency,
    pollInterval: slotLooksEveryMs,
    parsedCronItems: parseCronItems(
      crons.map(({ name, match }) => ({ task: `cron:${name}`, match, options: { backfillPeriod: 0 } })),
    ),
  })
  const stopped = runner.promise.catch(() => {})
  const over = Promise.race([stopped, broken.promise])
  // One that broke need never stop. What it leaves behind counts as abandoned once none of its jobs is under way.
  const ended = over.then(under.none).then(() => alive?.[Symbol.asyncDispose]())
  return {
    over,
    releaseJobs: async () => {
      if (workerId !== undefined) await releaseJobs(db, workerId)
    },
    async [Symbol.asyncDispose]() {
      runner.stop().catch(() => {})
      await ended
    },
  }
}

/** The same tasks, and a way to wait until none of them is under way. */
function countUnderWay(tasks: TaskList): { taskList: TaskList; none(): Promise<void> } {
  const underWay = new Set<Promise<unknown>>()
  const counted = Object.entries(tasks).map(([name, task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      const work = Promise.resolve((task as Task)(payload, helpers)).finally(() => underWay.delete(work))
      underWay.add(work)
      await work
    },
  ])
  return {
    taskList: Object.fromEntries(counted),
    none: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

const beginAgainMs = 500

/** A single deadlock while it writes down that jobs are done makes graphile-worker stop for good: another is begun then. */
async function keepRunning(begin: () => Promise<Run>, log: Log): Promise<Omit<Run, 'over'>> {
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let beginning: Promise<void> | undefined
  /** The present one, and those that have stopped: jobs of theirs may still be under way. */
  const runs: Run[] = []
  watch(await begin())

  function watch(one: Run): void {
    runs.push(one)
    void one.over.then(() => {
      if (closed) return
      log.error('jobs have stopped and are begun again')
      beginLater()
    })
  }

  function beginLater(): void {
    timer = setTimeout(() => {
      beginning = begin().then(watch, (error) => {
        log.error({ error }, 'jobs could not be begun')
        if (!closed) beginLater()
      })
    }, beginAgainMs)
  }

  return {
    releaseJobs: async () => {
      await Promise.all(runs.map((one) => one.releaseJobs()))
    },
    async [Symbol.asyncDispose]() {
      closed = true
      clearTimeout(timer)
      await beginning
      await Promise.all(runs.map((one) => one[Symbol.asyncDispose]()))
    },
  }
}

function taskListOf(context: AppContext, options: WorkerOptions): TaskList {
  const tasks: TaskList = {}
  for (const job of options.jobs) {
    tasks[job.name] = (payload, { job: { id } }) =>
      runFor(originOf(job, id), () => runJob(context, job, { id, payload: payload as never }))
  }
  for (const cron of options.crons) {
    const name = `cron:${cron.name}`
    tasks[name] = (_payload, { job: { id } }) => runFor(originOf({ name }, id), () => cron.run(context))
  }
  return tasks
}

const originOf = ({ name }: { name: string }, jobId: string): Origin => ({ name, logFields: { job: name, jobId } })

async function runJob(
  context: AppContext,
  job: Job<never>,
  { id, payload }: { id: string; payload: never },
): Promise<void> {
  failpoint('job-begun')
  try {
    await job.run(context, payload)
  } catch (error) {
    if (!(await wasReplaced(context.db, id).catch(() => false))) throw error
    context.log.warn({ job: job.name, error }, 'a job has failed whose work a newer one does')
  }
  failpoint('job-done')
}

async function wasReplaced(db: Db, jobId: string): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs where id = ${jobId} and flags ? 'replaced'`.execute(db)
  return rows.length > 0
}

// graphile-worker speaks of every start and finish, and of a pool smaller than its slots, most of which wait for others;
// only what is wrong is news to us.
function workerLogger(log: Log): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error' && meta?.['job']) log.error({ job: jobFields(meta['job']), detail: message }, 'job failed')
    else if (level === 'error') log.error({ detail: message }, 'the worker of jobs has a fault')
    else if (level === 'warning' && !message.includes('maxPoolSize')) log.warn({ detail: message }, 'job warning')
    else log.trace({ detail: message }, 'job')
  })
}

function jobFields(job: unknown): Record<string, unknown> {
  const { id, task_identifier, attempts } = job as { id?: unknown; task_identifier?: unknown; attempts?: unknown }
  return { id, name: task_identifier, attempts }
}
