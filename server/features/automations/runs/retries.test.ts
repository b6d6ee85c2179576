// Tests of failed runs: retries by hand and by themselves.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { createFlow, outline, refusalOf, runFlow, runOf, settledRun, step } from '#testing/automations/flows.ts'
import { openTarget } from '#testing/automations/target.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'

const target = await openTarget()
after(() => target[Symbol.asyncDispose]())
const parley = await startTestApp({ config: { allowPrivate: target.allowPrivate } })
after(() => parley[Symbol.asyncDispose]())

const owner = await parley.createAccount()
const set = (name: string, values: object, fields: object = {}) => step(name, 'set', { values, ...fields })

describe('a run that has failed', () => {
  it('continues with the failed step when it is retried, and earlier steps are not executed again', async () => {
    const flow = await createFlow(owner, [
      target.post('first', '/first'),
      target.post('second', '/mended'),
      set('last', { tier: '{{steps.second.body.tier}}' }),
    ])
    target.broken.add('/mended')
    const { id, client } = flow
    const failed = await runFlow(flow)
    assert.deepEqual([failed.status, failed.steps[1]!.classification], ['FAILED', 'wiring_error'])
    const again = await client.automations.retry({ id, run_id: failed.id })
    assert.equal((await settledRun(flow, again.run_id)).status, 'FAILED')
    target.broken.delete('/mended')
    const retried = await client.automations.retry({ id, run_id: failed.id })
    assert.equal(retried.run_id, failed.id)
    const run = await settledRun(flow, failed.id)
    assert.deepEqual([run.status, run.attempt, run.steps[1]!.attempt], ['SUCCEEDED', 3, 3])
    assert.equal(target.requestsTo('/first').length, 1)
    const keys = target.requestsTo('/mended').map(({ headers }) => headers['idempotency-key'])
    assert.equal(new Set(keys).size, 3, 'an attempt that was refused is followed by another one')
    assert.deepEqual(await refusalOf(client.automations.retry({ id, run_id: failed.id })), [422, 'retry_no_op'])
  })

  it('continues in the round of the loop in which it failed', async () => {
    const flow = await createFlow(owner, [
      step('each', 'loop', { items: ['a', 'b', 'c'], steps: [target.post('send', '/loop/{{item}}')] }),
    ])
    target.broken.add('/loop/b')
    const failed = await runFlow(flow)
    assert.deepEqual(outline(failed), ['each[0].send SUCCEEDED', 'each[1].send FAILED'])
    target.broken.delete('/loop/b')
    await flow.client.automations.retry({ id: flow.id, run_id: failed.id })
    assert.equal((await settledRun(flow, failed.id)).status, 'SUCCEEDED')
    assert.deepEqual(
      ['a', 'b', 'c'].map((item) => target.requestsTo(`/loop/${item}`).length),
      [1, 2, 1],
    )
  })

  it('is retried by itself where that is safe', async () => {
    let failures = 1
    await using flaky = await openReceiver(() => (failures-- > 0 ? { status: 503 } : { body: '{}' }))
    await using other = await startTestApp({ config: { allowPrivate: [new URL(flaky.url).host] } })
    const get = step('get', 'http_request', { method: 'GET', url: flaky.url })
    const run = await runFlow(await createFlow(await other.createAccount(), [get]))
    assert.deepEqual([run.status, run.attempt, run.steps[0]!.attempt], ['SUCCEEDED', 1, 2])
  })

  it('says that a step may already have been sent, and sends it again when the account retries it', async () => {
    let status = 500
    await using service = await openReceiver(() => ({ status, body: '{}' }))
    await using other = await startTestApp({ config: { allowPrivate: [new URL(service.url).host] } })
    const order = step('order', 'http_request', { method: 'POST', url: service.url })
    const flow = await createFlow(await other.createAccount(), [order])
    const failed = await runFlow(flow)
    assert.match(failed.steps[0]!.error!, /may already have had its effect/)
    assert.equal(service.requests.length, 1)
    status = 200
    const { note } = await flow.client.automations.retry({ id: flow.id, run_id: failed.id })
    assert.match(note, /may already have had its effect/)
    assert.equal((await settledRun(flow, failed.id)).status, 'SUCCEEDED')
    const keys = service.requests.map(({ headers }) => headers['idempotency-key'])
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
  })

  it('cannot be retried if a delay was passed, or if it is not one of the automation', async () => {
    const flow = await createFlow(owner, [step('wait', 'delay', { seconds: 60 }), step('fail', 'stop', { fail: true })])
    const { client, id } = flow
    const paused = await runFlow(flow)
    assert.deepEqual(await refusalOf(client.automations.retry({ id, run_id: paused.id })), [422, 'retry_no_op'])
    await parley.turnClock(61_000)
    await parley.runCron('automations.dispatch')
    await parley.runJobs()
    assert.equal((await runOf(flow, paused.id)).status, 'FAILED')
    assert.deepEqual(await refusalOf(client.automations.retry({ id, run_id: paused.id })), [422, 'retry_no_op'])
    const other = await createFlow(owner, [set('a', {})])
    const run_id = paused.id
    assert.deepEqual(await refusalOf(client.automations.retry({ id: other.id, run_id })), [404, 'not_found'])
    assert.deepEqual(await refusalOf(client.automations.retry({ id, run_id: 'x' })), [404, 'not_found'])
    assert.deepEqual(await refusalOf(client.automations.retry({ id: 'x', run_id })), [404, 'AUTOMATION_NOT_FOUND'])
    assert.deepEqual(await refusalOf(client.automations.listRuns({ id: other.id, run_id })), [
      404,
      'Run not found for this automation',
    ])
  })
})
