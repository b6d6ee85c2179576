// Tests of runs that are interrupted: processes that stop or die, and errors that no step expects.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#testing/app/database.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import {
  createFlow,
  latestRuns,
  outline,
  runFlow,
  runOf,
  settledRun,
  step,
  type TestFlow,
} from '#testing/automations/flows.ts'
import { openTarget } from '#testing/automations/target.ts'
import { openDatabaseFront } from '#testing/database/database-front.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { recoverRuns } from './recover-runs.ts'
import type { RunRef } from './run.ts'
import { runInJob } from './runner.ts'

const target = await openTarget()
after(() => target[Symbol.asyncDispose]())
const parley = await startTestApp({ carrier: {}, config: { allowPrivate: target.allowPrivate } })
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app
const { db } = context

const owner = await parley.createAccount()

/** A run whose process died during the step after an hour's delay. */
async function interruptedRun(flow: TestFlow): Promise<RunRef> {
  const { id: runId } = await runFlow(flow)
  await sql`
    update automation_runs set status = 'RUNNING', wake_at = null, process_id = 'dead'
    where id = ${runId}`.execute(db)
  await recoverRuns(context)
  await recoverRuns(context)
  return { accountId: owner.account.id, runId }
}

const wait = step('wait', 'delay', { seconds: 3_600 })

describe('a run whose process died during a step', () => {
  it('does not repeat a request that cannot be repeated, even if the next process stops at once', async () => {
    const flow = await createFlow(owner, [wait, target.post('order', '/order')])
    const ref = await interruptedRun(flow)
    const stopping = AbortSignal.abort()
    await runInJob({ ...context, stopping }, ref)
    assert.equal((await runOf(flow, ref.runId)).status, 'RUNNING')
    await parley.runJobs()
    const run = await settledRun(flow, ref.runId)
    assert.match(run.steps.at(-1)!.error!, /may already have been sent/)
    assert.equal(target.requestsTo('/order').length, 0)
  })

  it('executes the step after a called flow, which had not begun', async () => {
    const inner = await createFlow(owner, [step('note', 'set')])
    const call = step('call', 'call_flow', { automation_id: inner.id })
    const outer = await createFlow(owner, [wait, call, target.post('after', '/after')])
    const { runId } = await interruptedRun(outer)
    await parley.runJobs()
    assert.equal((await settledRun(outer, runId)).status, 'SUCCEEDED')
    assert.equal(target.requestsTo('/after').length, 1)
  })

  it('continues when the database was unavailable while a job took it', async () => {
    const flow = await createFlow(owner, [wait, step('note', 'set')])
    const ref = await interruptedRun(flow)
    await sql`alter table automation_steps rename to automation_steps_away`.execute(db)
    await assert.rejects(runInJob(context, ref))
    await sql`alter table automation_steps_away rename to automation_steps`.execute(db)
    await until(async () => {
      await runInJob(context, ref)
      return (await runOf(flow, ref.runId)).status !== 'RUNNING'
    })
    assert.deepEqual(outline(await runOf(flow, ref.runId)), ['wait SUCCEEDED', 'note SUCCEEDED'])
  })
})

describe('a run whose database is away at the end of a step', () => {
  it('waits with the result, and continues without repeating the step', async () => {
    const front = await openDatabaseFront((await createTestDatabase()).connectionString)
    await using receiver = await openReceiver(({ path }) => {
      if (path === '/order') {
        void front.refuse()
        front.cut()
      }
      return { body: '{}' }
    })
    const { host } = new URL(receiver.url)
    await using other = await startTestApp({ database: front, config: { allowPrivate: [host] } })
    const account = await other.createAccount()
    const post = (name: string) => step(name, 'http_request', { method: 'POST', url: `${receiver.url}/${name}` })
    const flow = await createFlow(account, [post('order'), post('next')])
    const running = runFlow(flow).catch(() => {})
    await until(() => receiver.requests.length === 1)
    await front.listen()
    await running
    await until(async () => {
      const [run] = await latestRuns(flow)
      return run?.status === 'SUCCEEDED'
    })
    assert.deepEqual(
      receiver.requests.map(({ path }) => path),
      ['/order', '/next'],
    )
  })
})

describe('a run whose start the database has refused', () => {
  it('is stored when the request is repeated with the same key', async () => {
    const flow = await createFlow(owner, [step('note', 'set')])
    const run = () => owner.client.automations.run({ id: flow.id, input: {} }, { idempotencyKey: 'the same start' })
    await sql`alter table automation_runs rename to automation_runs_away`.execute(db)
    await assert.rejects(run())
    await sql`alter table automation_runs_away rename to automation_runs`.execute(db)
    const { run_id: runId } = await run()
    assert.equal((await settledRun(flow, runId)).status, 'SUCCEEDED')
  })
})

describe('an error that no step expects', () => {
  it('leaves the effect in doubt, so that a retry does not repeat it', async () => {
    const assistant = await parley.createCallingAssistant()
    const to = '+13055550777'
    const sms = step('sms', 'send_sms', { from: assistant.phoneNumberId, to, body: 'Hello' })
    const flow = await createFlow(assistant, [sms])
    // The database refuses to store that the carrier has accepted the message.
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`.execute(
      db,
    )
    await sql`
      create trigger refuse before update on chatapp_messages for each row execute function refuse()`.execute(db)
    const failed = await runFlow(flow)
    assert.match(failed.steps[0]!.error!, /may already have had its effect/)
    await sql`drop trigger refuse on chatapp_messages`.execute(db)
    const { note } = await flow.client.automations.retry({ id: flow.id, run_id: failed.id })
    assert.match(note, /may already have had its effect/)
    await settledRun(flow, failed.id)
    await parley.runUntilIdle()
    assert.deepEqual(parley.textsReceivedBy(to), ['Hello'])
  })
})

describe('the retry of a run that called another flow', () => {
  it('continues with the failed step of the other one', async () => {
    const inner = await createFlow(owner, [target.post('notify', '/notify'), target.post('fails', '/fails')])
    const outer = await createFlow(owner, [step('call', 'call_flow', { automation_id: inner.id })])
    target.broken.add('/fails')
    const failed = await runFlow(outer)
    assert.equal(failed.status, 'FAILED')
    target.broken.delete('/fails')
    await outer.client.automations.retry({ id: outer.id, run_id: failed.id })
    assert.equal((await settledRun(outer, failed.id)).status, 'SUCCEEDED')
    assert.deepEqual([target.requestsTo('/notify').length, target.requestsTo('/fails').length], [1, 2])
    assert.deepEqual(
      (await latestRuns(inner)).map(({ status, attempt }) => [status, attempt]),
      [['SUCCEEDED', 2]],
    )
  })
})

describe('a step of a type that this version does not know', () => {
  it('is left to another process, and does not fail', async () => {
    const flow = await createFlow(owner, [step('first', 'set'), step('second', 'set')])
    await sql`
      update automation_versions set flow = replace(flow::text, '"second","type":"set"', '"second","type":"future"')::json
      where automation_id = ${flow.id}`.execute(db)
    const { run_id } = await flow.client.automations.run({ id: flow.id })
    const isLeft = async () => {
      const { rows } = await sql`select from automation_runs where id = ${run_id} and process_id is null`.execute(db)
      return rows.length === 1
    }
    await until(isLeft)
    const run = await runOf(flow, run_id)
    assert.deepEqual([run.status, run.steps.some(({ status }) => status === 'FAILED')], ['RUNNING', false])
    const { rows } = await sql`
      select from graphile_worker.jobs where key = ${`automation-run:${run_id}`} and run_at > now() + interval '50 s'`.execute(
      db,
    )
    assert.equal(rows.length, 1)
  })
})

describe('a run during which processes die again and again', () => {
  it('fails, and continues when the account retries it', async () => {
    const wait = step('wait', 'delay', { seconds: 1 })
    const flow = await createFlow(owner, [wait, step('label', 'set'), target.post('order', '/order')])
    const { id: runId } = await runFlow(flow)
    await sql`
      update automation_runs set status = 'RUNNING', wake_at = null, process_id = 'dead', deaths = 4
      where id = ${runId}`.execute(db)
    await recoverRuns(context)
    assert.equal((await runOf(flow, runId)).status, 'RUNNING', 'the connection of the process may be restored')
    await recoverRuns(context)
    await parley.runJobs()
    const run = await settledRun(flow, runId)
    assert.equal(run.status, 'FAILED')
    assert.deepEqual(outline(run), ['wait SUCCEEDED', 'label SUCCEEDED', 'order FAILED'])
    assert.match(run.steps.at(-1)!.error!, /5 processes have ended/)
    assert.equal(target.requestsTo('/order').length, 0)
    await flow.client.automations.retry({ id: flow.id, run_id: runId })
    await until(async () => (await runOf(flow, runId)).status !== 'RUNNING')
    assert.equal((await runOf(flow, runId)).attempt, 2)
  })
})
