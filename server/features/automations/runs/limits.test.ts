// Tests of loops with delays, and of the limits of runs.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import {
  createFlow,
  outline,
  post,
  runFlow,
  runOf,
  settledRun,
  step,
  type TestFlow,
} from '#testing/automations/flows.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const owner = await parley.createAccount()

const set = (name: string, values: object) => step(name, 'set', { values })
const outputsOf = ({ steps }: Awaited<ReturnType<typeof runOf>>, name: string) =>
  steps.filter((one) => one.name === name).map(({ output }) => output)

async function wake(): Promise<void> {
  await parley.runCron('automations.dispatch')
  await parley.runJobs()
}

describe('a loop', () => {
  it('keeps its items while it waits, even if they depend on the time', async () => {
    const flow = await createFlow(owner, [
      step('each', 'loop', {
        items: '{{trigger.people.filter(p, p.due > now)}}',
        steps: [step('wait', 'delay', { seconds: 60 }), set('greet', { name: '{{item.name}}' })],
      }),
    ])
    const at = (ms: number) => new Date(parley.app.context.now().getTime() + ms).toISOString()
    const people = [
      { name: 'Ann', due: at(30_000) },
      { name: 'Bob', due: at(3_600_000) },
    ]
    const { id } = await runFlow(flow, { people })
    for (let round = 0; round < 3; round++) {
      await parley.turnClock(61_000)
      await wake()
    }
    assert.deepEqual(outputsOf(await settledRun(flow, id), 'greet'), [{ name: 'Ann' }, { name: 'Bob' }])
  })

  it('has failed if one of its steps has', async () => {
    const flow = await createFlow(owner, [
      step('each', 'loop', { items: '{{["a", now]}}', steps: [step('end', 'stop', { fail: true })] }),
    ])
    const run = await runFlow(flow)
    assert.deepEqual(outline(run), ['each FAILED', 'each[0].end FAILED'])
    assert.deepEqual([run.steps[0]!.classification, run.steps[0]!.error], ['wiring_error', 'The step end has failed.'])
  })

  it('does not show a round the results of the one before', async () => {
    const flow = await createFlow(owner, [
      step('each', 'loop', {
        items: '{{trigger.people}}',
        steps: [
          step('has_email', 'condition', { if: 'has(item.email)', then: [set('mail', { to: '{{item.email}}' })] }),
          set('send', { to: '{{default(steps.mail.to, "nobody")}}' }),
        ],
      }),
    ])
    const run = await runFlow(flow, { people: [{ email: 'ann@example.com' }, {}] })
    assert.deepEqual(outputsOf(run, 'send'), [{ to: 'ann@example.com' }, { to: 'nobody' }])
  })
})

describe('a run', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => index)
  const failureOf = async (flow: TestFlow, runId: string) => {
    const run = await runOf(flow, runId)
    return [run.status, run.steps.find(({ status }) => status === 'FAILED')?.error]
  }

  it('ends after 10,000 steps, however often it waits', async () => {
    const inner = ['a', 'b', 'c', 'd'].map((name) =>
      step(`loop_${name}`, 'loop', { items: many, steps: [step(name, 'condition', { if: 'false' })] }),
    )
    const wait = step('wait', 'delay', { seconds: 0 })
    const flow = await createFlow(owner, [step('outer', 'loop', { items: [1, 2, 3, 4], steps: [wait, ...inner] })])
    const { run_id } = await flow.client.automations.run({ id: flow.id })
    await until(async () => {
      await wake()
      return (await runOf(flow, run_id)).status === 'FAILED'
    })
    const reason = 'The run has reached its limit of 10000 steps, with those of the flows that it called.'
    assert.deepEqual(await failureOf(flow, run_id), ['FAILED', reason])
  })

  it('charges the steps of flows that it calls, also those that a paused one may still need', async () => {
    const inner = await createFlow(owner, [step('wait', 'delay', { seconds: 3_600 })])
    const call = step('call', 'call_flow', { automation_id: inner.id })
    const flow = await createFlow(owner, [step('each', 'loop', { items: many, steps: [call] })])
    const run = await runFlow(flow)
    assert.equal(run.status, 'FAILED')
    assert.ok((await inner.client.automations.listRuns({ id: inner.id, limit: 20 })).runs!.length <= 2)
  })

  it('stores no more than 32 MB', async () => {
    const rounds = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      step(name, 'loop', { items: ['{{trigger.text}}'], steps: [] }),
    )
    const flow = await createFlow(owner, [step('outer', 'loop', { items: many, steps: rounds })])
    const { body } = await post(parley, flow.url, { text: '"'.repeat(16_000) })
    const runId = body['run_id'] as string
    await until(async () => (await flow.client.automations.listRuns({ id: flow.id })).runs![0]!.status !== 'RUNNING')
    const reason = 'The inputs and outputs of a run may not have more than 32 MB.'
    assert.deepEqual(await failureOf(flow, runId), ['FAILED', reason])
  })

  it('lets the process do other work while it only computes', async () => {
    const steps = [set('a', { x: '{{json(trigger.items)}}' })]
    const flow = await createFlow(owner, [step('each', 'loop', { items: many, steps })])
    const { run_id } = await flow.client.automations.run({ id: flow.id, input: { items: many } })
    assert.equal((await runOf(flow, run_id)).status, 'RUNNING', 'the request is answered while the run continues')
    assert.equal((await settledRun(flow, run_id)).status, 'SUCCEEDED')
  })
})
