// Tests of runs: steps, branches and loops, failures and retries, delays, and flows that call each other.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import {
  createFlow,
  latestRuns,
  outline,
  post,
  refusalOf,
  runFlow,
  runOf,
  settledRun,
  step,
} from '#testing/automations/flows.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { recoverRuns } from './jobs.ts'

const broken = new Set<string>()
const receiver = await openReceiver(({ path }) =>
  broken.has(path) ? { status: 409, body: 'broken' } : { body: JSON.stringify({ tier: 'gold', path }) },
)
after(() => receiver[Symbol.asyncDispose]())
const parley = await startTestApp({ config: { allowPrivate: [new URL(receiver.url).host] } })
after(() => parley[Symbol.asyncDispose]())

const owner = await parley.createAccount()
const request = (name: string, path: string, fields: object = {}) =>
  step(name, 'http_request', { method: 'POST', url: `${receiver.url}${path}`, ...fields })
const requestsTo = (path: string) => receiver.requests.filter((one) => one.path === path)
const set = (name: string, values: object, fields: object = {}) => step(name, 'set', { values, ...fields })

describe('a run', () => {
  it('executes the steps with the results of earlier ones, and stores each of them', async () => {
    const flow = await createFlow(owner, [
      step('lookup', 'http_request', { method: 'GET', url: `${receiver.url}/customers` }),
      step('is_gold', 'condition', {
        if: 'steps.lookup.body.tier == "gold" && trigger.amount > 100',
        then: [step('yes', 'respond', { status: 201, body: { gold: true, name: '{{trigger.name}}' } })],
        else: [step('no', 'respond', { body: { gold: false } })],
      }),
      set('label', { total: '{{trigger.amount * 2}}' }, { outcome: 'answered' }),
    ])
    const answer = await post(parley, flow.url, { name: 'Ann', amount: 150 })
    assert.deepEqual([answer.status, answer.body], [201, { gold: true, name: 'Ann' }])
    const [latest] = await latestRuns(flow)
    const run = await settledRun(flow, latest!.id)
    assert.deepEqual([run.status, run.outcome, run.response], ['SUCCEEDED', 'answered', { gold: true, name: 'Ann' }])
    assert.deepEqual(outline(run), ['lookup SUCCEEDED', 'is_gold SUCCEEDED', 'yes SUCCEEDED', 'label SUCCEEDED'])
    assert.deepEqual(run.steps[3]!.output, { total: 300 })
    assert.deepEqual((await post(parley, flow.url, { amount: 1 })).body, { gold: false })
  })

  it('executes the steps of a loop for each item, and ends where a step says stop', async () => {
    const flow = await createFlow(owner, [
      step('each', 'loop', {
        items: '{{trigger.people}}',
        steps: [
          step('is_last', 'condition', {
            if: 'item.name == "Zoe"',
            then: [step('enough', 'stop')],
          }),
          set('greet', { text: '{{index}}: Hello {{item.name}}' }),
        ],
      }),
      set('never', {}),
    ])
    const run = await runFlow(flow, { people: [{ name: 'Ann' }, { name: 'Bob' }, { name: 'Zoe' }, { name: 'Max' }] })
    assert.equal(run.status, 'SUCCEEDED')
    assert.deepEqual(
      run.steps.filter(({ name }) => name !== 'is_last').map(({ path, output }) => [path, output]),
      [
        ['each', null],
        ['each[0].greet', { text: '0: Hello Ann' }],
        ['each[1].greet', { text: '1: Hello Bob' }],
        ['each[2].enough', null],
      ].slice(1),
    )
  })

  it('fails with the class of the fault, and says what to do', async () => {
    const cases: [object, Record<string, unknown>, string, RegExp][] = [
      [set('a', { x: '{{trigger.missing.name}}' }), {}, 'wiring_error', /missing/],
      [
        step('a', 'loop', { items: '{{trigger.x}}', steps: [set('b', {})] }),
        { x: 1 },
        'wiring_error',
        /must be a list/,
      ],
      [step('a', 'condition', { if: 'trigger.x', then: [] }), { x: 1 }, 'wiring_error', /must be true or false/],
      [step('a', 'stop', { fail: true, message: 'No stock.' }), {}, 'wiring_error', /^No stock\.$/],
      [step('a', 'send_sms', { from: 999_999, to: '+14155550123', body: 'Hi' }), {}, 'missing_record', /./],
      [step('a', 'make_call', { phone_number: '+14155550123' }), {}, 'wiring_error', /needs an assistant/],
      [step('a', 'call_flow', { automation_id: 'x' }), {}, 'missing_record', /does not exist/],
      [step('a', 'http_request', { method: 'GET', url: '{{trigger.url}}' }), { url: 'ftp://x' }, 'wiring_error', /url/],
      [
        step('a', 'http_request', { method: 'GET', url: '{{trigger.url}}', connection: '{{trigger.name}}' }),
        { url: receiver.url, name: 'CRM' },
        'missing_connection',
        /CRM/,
      ],
    ]
    for (const [definition, input, classification, message] of cases) {
      const run = await runFlow(await createFlow(owner, [definition]), input)
      const failed = run.steps.find(({ status }) => status === 'FAILED')
      assert.deepEqual([run.status, failed?.classification], ['FAILED', classification], failed?.error ?? '')
      assert.match(failed!.error!, message)
    }
  })

  it('is found by its outcome and its status', async () => {
    const flow = await createFlow(owner, [
      step('check', 'condition', { if: 'trigger.fails', then: [step('end', 'stop', { fail: true })] }),
      set('label', {}, { outcome: '{{trigger.label}}' }),
    ])
    for (const label of ['won', 'lost', 'won']) await runFlow(flow, { label, fails: false })
    await runFlow(flow, { label: 'won', fails: true })
    const { client, id } = flow
    const count = async (filter: object) => (await client.automations.listRuns({ id, ...filter })).runs!.length
    assert.deepEqual(
      [await count({}), await count({ outcome: 'won' }), await count({ status: 'FAILED' }), await count({ limit: 1 })],
      [4, 2, 1, 1],
    )
  })

  it('is shown while it goes on', async () => {
    const gate = Promise.withResolvers<object>()
    await using slow = await openReceiver(() => gate.promise)
    const { host } = new URL(slow.url)
    await using other = await startTestApp({ config: { allowPrivate: [host] } })
    const flow = await createFlow(await other.createAccount(), [
      step('slow', 'http_request', { method: 'GET', url: slow.url }),
    ])
    const { run_id } = await flow.client.automations.run({ id: flow.id })
    await until(async () => (await runOf(flow, run_id)).steps.length > 0)
    const run = await runOf(flow, run_id)
    assert.deepEqual([run.status, outline(run), run.steps[0]!.duration_ms], ['RUNNING', ['slow RUNNING'], null])
    gate.resolve({})
    assert.deepEqual(outline(await settledRun(flow, run_id)), ['slow SUCCEEDED'])
  })

  it('stores no credentials of headers', async () => {
    const headers = { Authorization: 'Bearer {{trigger.token}}', 'X-Trace': 'abc' }
    const flow = await createFlow(owner, [request('send', '/secret', { headers })])
    const run = await runFlow(flow, { token: 'a-secret' })
    assert.deepEqual((run.steps[0]!.input as { headers: object }).headers, { Authorization: '***', 'X-Trace': 'abc' })
    assert.equal(requestsTo('/secret')[0]!.headers.authorization, 'Bearer a-secret')
  })

  it('gets texts that can be stored and sent', async () => {
    const flow = await createFlow(owner, [set('copy', { text: '{{trigger.text}}' })])
    const text = 'a\u0000b\ud800c"\\{}😀'
    const { body } = await post(parley, flow.url, { text })
    const run = await settledRun(flow, body['run_id'] as string)
    const kept = { text: 'ab\ufffdc"\\{}😀' }
    assert.deepEqual([run.status, run.trigger, run.steps[0]!.output], ['SUCCEEDED', kept, kept])
  })
})

describe('a run that has failed', () => {
  it('goes on with the failed step when it is retried, and earlier steps are not executed again', async () => {
    const flow = await createFlow(owner, [
      request('first', '/first'),
      request('second', '/mended'),
      set('last', { tier: '{{steps.second.body.tier}}' }),
    ])
    broken.add('/mended')
    const { id, client } = flow
    const failed = await runFlow(flow)
    assert.deepEqual([failed.status, failed.steps[1]!.classification], ['FAILED', 'wiring_error'])
    const again = await client.automations.retry({ id, run_id: failed.id })
    assert.equal((await settledRun(flow, again.run_id)).status, 'FAILED')
    broken.delete('/mended')
    const retried = await client.automations.retry({ id, run_id: failed.id })
    assert.equal(retried.run_id, failed.id)
    const run = await settledRun(flow, failed.id)
    assert.deepEqual([run.status, run.attempt, run.steps[1]!.attempt], ['SUCCEEDED', 3, 3])
    assert.equal(requestsTo('/first').length, 1)
    const keys = requestsTo('/mended').map(({ headers }) => headers['idempotency-key'])
    assert.equal(new Set(keys).size, 3, 'an attempt that was refused is followed by another one')
    assert.deepEqual(await refusalOf(client.automations.retry({ id, run_id: failed.id })), [422, 'retry_no_op'])
  })

  it('goes on in the round of the loop in which it failed', async () => {
    const flow = await createFlow(owner, [
      step('each', 'loop', { items: ['a', 'b', 'c'], steps: [request('send', '/loop/{{item}}')] }),
    ])
    broken.add('/loop/b')
    const failed = await runFlow(flow)
    assert.deepEqual(outline(failed), ['each[0].send SUCCEEDED', 'each[1].send FAILED'])
    broken.delete('/loop/b')
    await flow.client.automations.retry({ id: flow.id, run_id: failed.id })
    assert.equal((await settledRun(flow, failed.id)).status, 'SUCCEEDED')
    assert.deepEqual(
      ['a', 'b', 'c'].map((item) => requestsTo(`/loop/${item}`).length),
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

describe('a step of a type that this version does not know', () => {
  it('is left to another process, and does not fail', async () => {
    const { db } = parley.app.context
    const flow = await createFlow(owner, [set('first', {}), set('second', {})])
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
  it('fails, and goes on when the account retries it', async () => {
    const { db } = parley.app.context
    const wait = step('wait', 'delay', { seconds: 1 })
    const flow = await createFlow(owner, [wait, set('label', {}), request('order', '/order')])
    const { id: runId } = await runFlow(flow)
    await sql`
      update automation_runs set status = 'RUNNING', wake_at = null, process_id = 'dead', deaths = 4
      where id = ${runId}`.execute(db)
    await recoverRuns(parley.app.context)
    assert.equal((await runOf(flow, runId)).status, 'RUNNING', 'the connection of the process may be restored')
    await recoverRuns(parley.app.context)
    await parley.runJobs()
    const run = await settledRun(flow, runId)
    assert.equal(run.status, 'FAILED')
    assert.deepEqual(outline(run), ['wait SUCCEEDED', 'label SUCCEEDED', 'order FAILED'])
    assert.match(run.steps.at(-1)!.error!, /5 processes have ended/)
    assert.equal(requestsTo('/order').length, 0)
    await flow.client.automations.retry({ id: flow.id, run_id: runId })
    await until(async () => (await runOf(flow, runId)).status !== 'RUNNING')
    assert.equal((await runOf(flow, runId)).attempt, 2)
  })
})

describe('a delay', () => {
  it('pauses the run until its time, also for days', async () => {
    const flow = await createFlow(owner, [
      step('wait', 'delay', { seconds: 2 * 86_400 }),
      step('then', 'delay', { until: '2020-01-01T00:00:00Z' }),
      set('last', { waited: '{{steps.wait.until}}' }),
    ])
    const paused = await runFlow(flow)
    assert.deepEqual([paused.status, paused.steps[0]!.classification], ['PAUSED', 'paused_at_delay'])
    await parley.turnClock(47 * 3_600_000)
    await parley.runJobs()
    assert.equal((await runOf(flow, paused.id)).status, 'PAUSED')
    await parley.turnClock(2 * 3_600_000)
    await parley.runJobs()
    const run = await settledRun(flow, paused.id)
    assert.deepEqual(outline(run), ['wait SUCCEEDED', 'then SUCCEEDED', 'last SUCCEEDED'])
  })
})

describe('flows that call each other', () => {
  it('get the input, and return the response and the outcome', async () => {
    const inner = await createFlow(owner, [
      set('label', {}, { outcome: 'done' }),
      step('answer', 'respond', { body: { doubled: '{{trigger.x * 2}}' } }),
    ])
    const outer = await createFlow(owner, [
      step('call', 'call_flow', { automation_id: inner.id, input: { x: '{{trigger.x}}' } }),
      set('last', { result: '{{steps.call.response.doubled}}', outcome: '{{steps.call.outcome}}' }),
    ])
    const run = await runFlow(outer, { x: 21 })
    assert.deepEqual(run.steps[1]!.output, { result: 42, outcome: 'done' })
    assert.equal((await latestRuns(inner)).length, 1)
  })

  it('fail if they call each other without end', async () => {
    const flow = await createFlow(owner, [set('a', {})])
    const { client, id } = flow
    await client.automations.update({
      id,
      flow: { trigger: { type: 'manual' }, steps: [step('again', 'call_flow', { automation_id: id })] },
    })
    const run = await runFlow(flow)
    assert.equal(run.status, 'FAILED')
    const runs = await latestRuns(flow)
    assert.equal(runs.length, 6)
    assert.match((await runOf(flow, runs[0]!.id)).steps[0]!.error!, /more than 5 times/)
  })
})
