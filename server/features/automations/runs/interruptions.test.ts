// Tests of runs that are interrupted: processes that stop or die, and errors that no step expects.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
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
import { openReceiver } from '#testing/emulators/receiver.ts'
import { recoverRuns, runInJob } from './jobs.ts'
import type { RunRef } from './run.ts'

const broken = new Set<string>()
const receiver = await openReceiver(({ path }) => ({ status: broken.has(path) ? 409 : 200, body: '{}' }))
after(() => receiver[Symbol.asyncDispose]())
const parley = await startTestApp({ carrier: {}, config: { allowPrivate: [new URL(receiver.url).host] } })
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app
const { db } = context

const owner = await parley.createAccount()
const post = (name: string, path: string) =>
  step(name, 'http_request', { method: 'POST', url: `${receiver.url}${path}` })
const requestsTo = (path: string) => receiver.requests.filter((one) => one.path === path).length

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
  it('does not repeat a request that cannot be repeated, also if the next process stops at once', async () => {
    const flow = await createFlow(owner, [wait, post('order', '/order')])
    const ref = await interruptedRun(flow)
    const stopping = AbortSignal.abort()
    await runInJob({ ...context, stopping }, ref)
    assert.equal((await runOf(flow, ref.runId)).status, 'RUNNING')
    await parley.runJobs()
    const run = await settledRun(flow, ref.runId)
    assert.match(run.steps.at(-1)!.error!, /may already have been sent/)
    assert.equal(requestsTo('/order'), 0)
  })

  it('executes the step after a called flow, which had not begun', async () => {
    const inner = await createFlow(owner, [step('note', 'set')])
    const call = step('call', 'call_flow', { automation_id: inner.id })
    const outer = await createFlow(owner, [wait, call, post('after', '/after')])
    const { runId } = await interruptedRun(outer)
    await parley.runJobs()
    assert.equal((await settledRun(outer, runId)).status, 'SUCCEEDED')
    assert.equal(requestsTo('/after'), 1)
  })

  it('goes on when the database was unavailable while a job took it', async () => {
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
  it('goes on with the failed step of the other one', async () => {
    const inner = await createFlow(owner, [post('notify', '/notify'), post('fails', '/fails')])
    const outer = await createFlow(owner, [step('call', 'call_flow', { automation_id: inner.id })])
    broken.add('/fails')
    const failed = await runFlow(outer)
    assert.equal(failed.status, 'FAILED')
    broken.delete('/fails')
    await outer.client.automations.retry({ id: outer.id, run_id: failed.id })
    assert.equal((await settledRun(outer, failed.id)).status, 'SUCCEEDED')
    assert.deepEqual([requestsTo('/notify'), requestsTo('/fails')], [1, 2])
    assert.deepEqual(
      (await latestRuns(inner)).map(({ status, attempt }) => [status, attempt]),
      [['SUCCEEDED', 2]],
    )
  })
})
