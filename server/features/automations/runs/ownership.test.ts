// Tests of runs whose process is considered dead while it works: they continue, and only their latest execution has effects.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import type { AppContext } from '#server/platform/context/context.ts'
import { openProcessLiveness } from '#server/platform/database/process-liveness.ts'
import { createEmptyDatabase } from '#testing/app/database.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { createFlow, outline, runFlow, runOf, settledRun, step, type TestFlow } from '#testing/automations/flows.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { waitForRuns } from './in-progress.ts'
import { recoverRuns } from './recover-runs.ts'
import type { RunRef } from './run.ts'
import { runInJob } from './runner.ts'
import { claimRun, type ExecutionRef, insertRuns, releaseRun, saveProgress, selectSteps } from './store.ts'
import { releaseRuns } from './store-recovery.ts'

let answerFirst = Promise.withResolvers<void>()
let slowRequests = 0
const target = await openReceiver(async ({ path }) => {
  if (path === '/slow' && ++slowRequests === 1) await answerFirst.promise
  return { body: '{}' }
})
after(() => target[Symbol.asyncDispose]())
const parley = await startTestApp({ config: { allowPrivate: [new URL(target.url).host] } })
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app
const { db, log } = context
const { connectionString } = parley
const owner = await parley.createAccount()

/** Another process on the same database. */
async function openOtherProcess(): Promise<AppContext & AsyncDisposable> {
  const liveness = await openProcessLiveness({ connectionString, db, log })
  const other = { ...context, liveness, processId: liveness.id }
  return { ...other, [Symbol.asyncDispose]: () => liveness[Symbol.asyncDispose]() }
}

/** The server has ended the liveness session of this process, which cannot open another one in the meantime. */
async function withoutLivenessSession(work: () => Promise<void>): Promise<void> {
  await using elsewhere = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: elsewhere.connectionString })
  await client.connect()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const allow = (is: boolean) => client.query(`alter database ${rows[0]!.name} with allow_connections ${is}`)
  await allow(false)
  try {
    await client.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
        and objid = (hashtext($1)::bigint & 4294967295)::oid`,
      [context.processId],
    )
    await work()
  } finally {
    await allow(true)
    await client.end()
  }
}

const slowFlow = () =>
  createFlow(owner, [
    step('first', 'set'),
    step('slow', 'http_request', { method: 'GET', url: `${target.url}/slow` }),
    step('after', 'http_request', { method: 'POST', url: `${target.url}/after` }),
  ])

/** Starts a run that is in its slow step when its process is considered dead. */
async function runOfWrongedProcess(flow: TestFlow, other: AppContext): Promise<RunRef> {
  answerFirst = Promise.withResolvers()
  slowRequests = 0
  target.requests.length = 0
  const { run_id: runId } = await flow.client.automations.run({ id: flow.id })
  await until(() => slowRequests === 1)
  const isReleased = async () =>
    (await sql`select from automation_runs where id = ${runId} and process_id is null`.execute(db)).rows.length === 1
  await withoutLivenessSession(() =>
    until(async () => {
      await recoverRuns(other)
      return isReleased()
    }),
  )
  return { accountId: owner.account.id, runId }
}

const requestsTo = (path: string) => target.requests.filter((request) => request.path === path).length
const finished = ['first SUCCEEDED', 'slow SUCCEEDED', 'after SUCCEEDED']

describe('a run whose process is considered dead while it works', () => {
  it('is continued by another process, and the first one ends its execution before the next effect', async () => {
    await using other = await openOtherProcess()
    const flow = await slowFlow()
    const ref = await runOfWrongedProcess(flow, other)
    await runInJob(other, ref)
    const run = await runOf(flow, ref.runId)
    assert.deepEqual([run.status, outline(run)], ['SUCCEEDED', finished])
    answerFirst.resolve()
    await waitForRuns(context)
    assert.equal(requestsTo('/after'), 1)
    assert.deepEqual(outline(await runOf(flow, ref.runId)), finished)
  })

  it('is continued by the same process when its job runs there, after the first execution has ended', async () => {
    await using other = await openOtherProcess()
    const flow = await slowFlow()
    const { runId } = await runOfWrongedProcess(flow, other)
    await parley.runJobs()
    const run = await runOf(flow, runId)
    assert.deepEqual([run.status, outline(run)], ['SUCCEEDED', finished])
    assert.equal(requestsTo('/after'), 1)
  })

  it('is no longer executed there as soon as the process looks, even during a step', { timeout: 8_000 }, async () => {
    await using other = await openOtherProcess()
    const flow = await slowFlow()
    const ref = await runOfWrongedProcess(flow, other)
    await recoverRuns(context)
    await waitForRuns(context)
    assert.equal(requestsTo('/after'), 0)
    await runInJob(other, ref)
    assert.equal((await runOf(flow, ref.runId)).status, 'SUCCEEDED')
    assert.equal(requestsTo('/after'), 1)
  })
})

describe('a run that nobody executes', () => {
  /** A run that waits for its job. */
  async function waitingRun(): Promise<{ flow: TestFlow; ref: RunRef }> {
    const flow = await createFlow(owner, [step('wait', 'delay', { seconds: 1 }), step('note', 'set')])
    const { id: runId } = await runFlow(flow)
    await parley.turnClock(2_000)
    await parley.runCron('automations.dispatch')
    await sql`
      update automation_runs set status = 'RUNNING', wake_at = null, has_waited = true where id = ${runId}`.execute(db)
    return { flow, ref: { accountId: owner.account.id, runId } }
  }

  it('continues if its process took it with a statement that arrived after the process had given up', async () => {
    const { flow, ref } = await waitingRun()
    assert.ok(await claimRun(db, ref, context.processId))
    await parley.runJobs()
    assert.equal((await runOf(flow, ref.runId)).status, 'RUNNING')
    await recoverRuns(context)
    await parley.runJobs()
    assert.equal((await settledRun(flow, ref.runId)).status, 'SUCCEEDED')
  })

  it('continues if it has lost its job', async () => {
    const { flow, ref } = await waitingRun()
    await parley.runCron('automations.add-lacking-jobs')
    await parley.runJobs()
    assert.equal((await settledRun(flow, ref.runId)).status, 'SUCCEEDED')
  })

  it('fails if its job was set aside because processes died in it', async () => {
    const { flow, ref } = await waitingRun()
    await sql`update automation_runs set deaths = 10, is_interrupted = true where id = ${ref.runId}`.execute(db)
    await parley.runCron('automations.add-lacking-jobs')
    await sql`
      update graphile_worker._private_jobs set attempts = max_attempts, flags = '{"deaths": 5, "set_aside": true}'
      where key = ${`automation-run:${ref.runId}`}`.execute(db)
    await parley.runJobs()
    assert.equal((await runOf(flow, ref.runId)).status, 'RUNNING')
    await parley.runCron('automations.add-lacking-jobs')
    await parley.runJobs()
    const run = await settledRun(flow, ref.runId)
    assert.equal(run.status, 'FAILED')
    assert.match(run.steps.at(-1)!.error!, /10 processes have ended/)
  })

  it('keeps a job that was set aside if processes die even before the run can fail', async () => {
    const { flow, ref } = await waitingRun()
    await parley.runCron('automations.add-lacking-jobs')
    await sql`update automation_runs set deaths = 11, is_interrupted = true where id = ${ref.runId}`.execute(db)
    await sql`
      update graphile_worker._private_jobs set attempts = max_attempts, flags = '{"deaths": 5, "set_aside": true}'
      where key = ${`automation-run:${ref.runId}`}`.execute(db)
    await parley.runCron('automations.add-lacking-jobs')
    await parley.runJobs()
    assert.equal((await runOf(flow, ref.runId)).status, 'RUNNING')
  })
})

describe('the executions of a run', () => {
  const processes = ['one', 'other']
  const command = fc.oneof(
    fc.record({ do: fc.constant('take' as const), process: fc.constantFrom(...processes) }),
    fc.record({ do: fc.constant('consider dead' as const), process: fc.constantFrom(...processes) }),
    fc.record({ do: fc.constantFrom('save' as const, 'release' as const, 'finish' as const), execution: fc.nat(5) }),
  )

  it('write nothing unless they have the run, in any order in which their statements arrive', async () => {
    const { id: automationId } = await createFlow(owner, [step('note', 'set')])
    const accountId = owner.account.id
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 20 }), async (commands) => {
        const runId = crypto.randomUUID()
        const ref = { accountId, runId }
        const start = { version: 1, trigger: {}, isTest: false, depth: 0, stepLimit: 10, processId: 'one' }
        assert.deepEqual(await insertRuns(db, [{ ...start, accountId, id: runId, automationId }]), [true])
        const executions: ExecutionRef[] = [{ ...ref, processId: 'one', generation: 1 }]
        let current: ExecutionRef | undefined = executions[0]
        let isOver = false
        const accepted: string[] = []

        const take = async (processId: string) => {
          const run = await claimRun(db, ref, processId)
          const isFree = !isOver && (current === undefined || current.processId === processId)
          assert.equal(run !== undefined, isFree)
          if (!run) return
          current = { ...ref, processId, generation: run.generation }
          executions.push(current)
        }
        const save = async (execution: ExecutionRef, isLast: boolean) => {
          const path = `step${executions.indexOf(execution)}-${accepted.length}-${isLast}`
          const isWritten = await saveStep(execution, path, isLast)
          assert.equal(isWritten, execution === current)
          if (!isWritten) return
          accepted.push(path)
          if (!isLast) return
          isOver = true
          current = undefined
        }
        for (const each of commands) {
          if (each.do === 'take') await take(each.process)
          else if (each.do === 'consider dead') {
            await releaseRuns(db, [each.process], 10)
            if (current?.processId === each.process) current = undefined
          } else {
            const execution = executions[each.execution % executions.length]!
            if (each.do === 'release') {
              const released = await releaseRun(db, execution, { isInterrupted: false, isFault: false })
              assert.equal(released !== undefined, execution === current)
              if (released) current = undefined
            } else await save(execution, each.do === 'finish')
          }
        }
        if (!isOver && current === undefined) await take('other')
        if (current) await save(current, true)
        for (const execution of executions) await save(execution, false)
        const stored = (await selectSteps(db, ref)).map(({ path }) => path)
        assert.deepEqual(stored.toSorted(), accepted.toSorted())
      }),
      { numRuns: 60 },
    )
  })

  async function saveStep(execution: ExecutionRef, path: string, isLast: boolean): Promise<boolean> {
    const now = new Date()
    const row = { path, attempt: 1, position: 1, name: 'note', type: 'set', classification: 'ok', error: null } as const
    const step = { ...row, status: 'SUCCEEDED', inDoubt: false, input: '{}', output: '{}' } as const
    const end = { status: 'SUCCEEDED', outcome: null, response: null, wakeAt: null, stepsUsed: 1 } as const
    const progress = {
      steps: [{ ...step, startedAt: now, endedAt: now }],
      characters: 4,
      end: isLast ? end : undefined,
    }
    return (await saveProgress(db, [{ ...execution, ...progress }]))[0]!
  }
})
