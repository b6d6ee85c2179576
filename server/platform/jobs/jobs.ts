// Runs jobs with graphile-worker, each at least once.
import { EventEmitter } from 'node:events'
import {
  type Job as GraphileJob,
  parseCronItems,
  type RunnerOptions,
  run,
  runMigrations,
  runOnce,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker'
import type pg from 'pg'
import type { AppContext } from '../context/context.ts'
import type { JobSpec } from '../context/job.ts'
import type { Notifications } from '../database/notifications.ts'
import { whenAvailable } from '../database/once-available.ts'
import { hasRows } from '../database/statements.ts'
import { unavailableReason } from '../database/unavailable.ts'
import { failpoint } from '../failpoints/failpoint.ts'
import type { Log } from '../observability/log.ts'
import { type Origin, runFor } from '../observability/origin.ts'
import { releaseJobs, watchForAbandonedJobs } from './abandoned-jobs.ts'
import { listenForJobs } from './job-listener.ts'
import { pollForJobs, type SlotLimits, shareSlots } from './job-slots.ts'
import { trackRunning } from './running-jobs.ts'

/** `run` must be safe to run twice. */
export interface Job<P> extends JobSpec<P> {
  run(context: AppContext, payload: P): Promise<void>
}

export interface CronJob {
  name: string
  /** In crontab notation, in UTC. */
  match: string
  run(context: AppContext): Promise<void>
}

export interface Worker extends AsyncDisposable {
  /** Runs the jobs that are due, for tests and commands. */
  runDue(): Promise<void>
  /** Releases running jobs to other processes without using an attempt, for a process that must end now. */
  releaseJobs(): Promise<void>
}

export interface WorkerOptions {
  pool: pg.Pool
  notifications: Pick<Notifications, 'on'>
  jobs: readonly Job<never>[]
  crons: readonly CronJob[]
  /** Look for work of dead processes that is not a job, as often as for abandoned jobs. */
  checks?: readonly ((context: AppContext) => Promise<void>)[]
  /** The number of slots: jobs that this process runs at the same time. */
  concurrency: number
  /** Default: none. */
  limits?: SlotLimits
  /** If false, jobs run only in `runDue`. */
  running: boolean
  /** How often slots look for jobs that were not announced by a notification. Default: five seconds. */
  pollIntervalMs?: number
  /** How often to look for jobs and other work of dead processes. Default: two seconds. */
  abandonedCheckIntervalMs?: number
}

export async function migrateJobs(pool: pg.Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: workerLogger(log) })
}

export async function openWorker(context: AppContext, options: WorkerOptions): Promise<Worker> {
  const shared = {
    pgPool: listenForJobs(options.pool, options.notifications),
    taskList: taskListOf(context, options),
    logger: workerLogger(context.log),
    noHandleSignals: true,
    // Results are written in batches, because graphile-worker's shutdown waits only for batches.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }
  const running = options.running ? await keepRunning(() => startRun(context, options, shared), context.log) : undefined
  return {
    async runDue() {
      do await runOnce(shared)
      while (await hasDueJob(options.pool, Object.keys(shared.taskList)))
    },
    releaseJobs: async () => running?.releaseJobs(),
    [Symbol.asyncDispose]: async () => running?.[Symbol.asyncDispose](),
  }
}

/** `runOnce` does not see a job that is added by the last job of the same queue. */
async function hasDueJob(pool: pg.Pool, tasks: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where j.is_available and j.run_at <= now() and q.locked_at is null and t.identifier = any($1) limit 1`,
    [tasks],
  )
  return rowCount === 1
}

interface Run extends AsyncDisposable {
  /** Resolves when the run takes no more jobs, on request or after a fatal error. */
  stopped: Promise<void>
  releaseJobs(): Promise<void>
}

async function startRun(context: AppContext, options: WorkerOptions, shared: RunnerOptions): Promise<Run> {
  const { crons, concurrency, limits, abandonedCheckIntervalMs: intervalMs } = options
  const { db, log, liveness } = context
  const tracked = trackRunning(shared.taskList!)
  const events: WorkerEvents = new EventEmitter()
  pollForJobs(events, options.pollIntervalMs ?? 5_000)
  const slots = limits ? shareSlots(tracked.taskList, limits, events) : { taskList: tracked.taskList }
  const failed = Promise.withResolvers<void>()
  events.once('pool:fatalError', () => failed.resolve())
  onRepeatedError(events, () => failed.resolve())
  let watch: AsyncDisposable | undefined
  let workerId: string | undefined
  events.once('pool:create', ({ workerPool: { id } }) => {
    workerId = id
    const checks = (options.checks ?? []).map((check) => () => check(context))
    watch = watchForAbandonedJobs({
      workerId: id,
      liveness,
      db,
      log,
      intervalMs,
      isRunning: tracked.isRunning,
      checks,
    })
  })
  await registerTasks(options.pool, Object.keys(slots.taskList))
  const runner = await run({
    ...shared,
    ...slots,
    events,
    concurrency,
    // How often each idle slot polls by itself.
    pollInterval: 60_000,
    parsedCronItems: parseCronItems(
      crons.map(({ name, match }) => ({ task: `cron:${name}`, match, options: { backfillPeriod: 0 } })),
    ),
  })
  // A runner with a fatal error may never stop by itself. Its jobs count as abandoned when none of them is running.
  const stopped = Promise.race([runner.promise.catch(() => {}), failed.promise])
  void failed.promise.then(() => runner.stop()).catch(() => {})
  const ended = stopped.then(tracked.whenIdle).then(() => watch?.[Symbol.asyncDispose]())
  return {
    stopped,
    releaseJobs: async () => {
      if (workerId !== undefined) await releaseJobs(db, workerId)
    },
    async [Symbol.asyncDispose]() {
      runner.stop().catch(() => {})
      await ended
    },
  }
}

/** graphile-worker does the same when a run fetches its first job. Throws while the database accepts no writes. */
async function registerTasks(pool: pg.Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    `insert into graphile_worker._private_tasks (identifier) select name from unnest($1::text[]) name
     where not exists (select from graphile_worker._private_tasks where identifier = name) on conflict do nothing`,
    [names],
  )
}

/** If its first statement fails, a run of graphile-worker keeps the error, and fails with it at every fetch. */
function onRepeatedError(events: WorkerEvents, repeated: () => void): void {
  let latest: unknown
  events.on('worker:getJob:error', ({ error }) => {
    if (error === latest) repeated()
    latest = error
  })
}

/** A single deadlock while graphile-worker stores results stops it for good, so another run is started. */
async function keepRunning(start: () => Promise<Run>, log: Log): Promise<Omit<Run, 'stopped'>> {
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let starting: Promise<void> | undefined
  /** The current run and the stopped ones, whose jobs may still be running. */
  const runs: Run[] = []
  watch(await start())

  function watch(started: Run): void {
    runs.push(started)
    void started.stopped.then(() => {
      if (closed) return
      log.error('the job worker stopped and is restarted')
      startLater()
    })
  }

  function startLater(): void {
    timer = setTimeout(() => {
      starting = start().then(watch, (error) => {
        log.error({ error }, 'the job worker could not be started')
        if (!closed) startLater()
      })
    }, 500)
  }

  return {
    releaseJobs: async () => {
      await Promise.all(runs.map((each) => each.releaseJobs()))
    },
    async [Symbol.asyncDispose]() {
      closed = true
      clearTimeout(timer)
      await starting
      await Promise.all(runs.map((each) => each[Symbol.asyncDispose]()))
    },
  }
}

function taskListOf(context: AppContext, options: WorkerOptions): TaskList {
  const tasks: TaskList = {}
  for (const job of options.jobs) {
    tasks[job.name] = (payload, { job: taken }) =>
      runFor(originOf(job, taken.id), () => runJob(context, job, taken, payload as never))
  }
  for (const cron of options.crons) {
    const name = `cron:${cron.name}`
    tasks[name] = (_payload, { job: { id } }) => runFor(originOf({ name }, id), () => cron.run(context))
  }
  return tasks
}

const originOf = ({ name }: { name: string }, jobId: string): Origin => ({ name, logFields: { job: name, jobId } })

/** As the worker has taken it. Another taking of the same job has another number of attempts. */
type TakenJob = Pick<GraphileJob, 'id' | 'locked_by' | 'attempts'>

async function runJob(context: AppContext, job: Job<never>, taken: TakenJob, payload: never): Promise<void> {
  failpoint('job-begun')
  await job.run(context, payload)
  // Without the database, graphile-worker could not store the result either, and would run the job again.
  if (await whenAvailable(context.stopping, () => isReleased(context, taken)))
    throw new Error('The job was released to another worker while it ran.')
  failpoint('job-done')
}

/**
 * graphile-worker deletes a finished job even if another worker has it. The work may be owned by the other worker's run of
 * the job, so the job must remain for the case that this worker dies. It does not store the error of a job that it has lost.
 */
async function isReleased({ db }: AppContext, { id, locked_by: workerId, attempts }: TakenJob): Promise<boolean> {
  return hasRows(db)`
    select from graphile_worker._private_jobs
    where id = ${id} and (locked_by is distinct from ${workerId} or attempts <> ${attempts})
      and not coalesce(flags ? 'replaced', false)`
}

// graphile-worker also logs every start and finish, and warns about a pool with fewer connections than slots.
function workerLogger(log: Log): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const error = unavailableReason(meta?.['error']) ? { error: meta!['error'] } : {}
    const job = meta?.['job'] as { id?: unknown; task_identifier?: unknown; attempts?: unknown } | undefined
    if (level === 'error' && job) {
      const { id, task_identifier: name, attempts } = job
      log.error({ ...error, job: { id, name, attempts }, detail: message }, 'job failed')
    } else if (level === 'error') log.error({ ...error, detail: message }, 'the job worker failed')
    else if (level === 'warning' && !message.includes('maxPoolSize')) log.warn({ detail: message }, 'job warning')
    else log.trace({ detail: message }, 'job')
  })
}
