// Tests of runs: steps, branches and loops, delays, and flows that call each other.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { createFlow, latestRuns, outline, post, runFlow, runOf, settledRun, step } from '#testing/automations/flows.ts'
import { openTarget } from '#testing/automations/target.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'

const target = await openTarget()
after(() => target[Symbol.asyncDispose]())
const parley = await startTestApp({ config: { allowPrivate: target.allowPrivate } })
after(() => parley[Symbol.asyncDispose]())

const owner = await parley.createAccount()
const set = (name: string, values: object, fields: object = {}) => step(name, 'set', { values, ...fields })

describe('a run', () => {
  it('executes the steps with the results of earlier ones, and stores each of them', async () => {
    const flow = await createFlow(owner, [
      step('lookup', 'http_request', { method: 'GET', url: `${target.url}/customers` }),
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
        { url: target.url, name: 'CRM' },
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

  it('is shown while it continues', async () => {
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
    const flow = await createFlow(owner, [target.post('send', '/secret', { headers })])
    const run = await runFlow(flow, { token: 'a-secret' })
    assert.deepEqual((run.steps[0]!.input as { headers: object }).headers, { Authorization: '***', 'X-Trace': 'abc' })
    assert.equal(target.requestsTo('/secret')[0]!.headers.authorization, 'Bearer a-secret')
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
