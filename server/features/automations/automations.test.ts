// Tests of automations: flows, versions, webhook triggers, runs, retries, delays and schedules.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'

let isBroken = false
const receiver = await openReceiver(({ path }) =>
  isBroken && path === '/mended' ? { status: 500, body: 'broken' } : { body: JSON.stringify({ tier: 'gold', path }) },
)
after(() => receiver[Symbol.asyncDispose]())
const parley = await startTestApp({ config: { allowPrivate: [new URL(receiver.url).host] } })
after(() => parley[Symbol.asyncDispose]())

const webhook = { type: 'webhook', input: {} }
const step = (name: string, type: string, input: object) => ({ name, type, input })

async function create({ client }: TestAccount, steps: object[], fields: object = {}) {
  return client.automations.create({ name: 'Test', flow: { trigger: webhook, steps }, ...fields })
}

async function post(url: string, body: unknown) {
  const { pathname } = new URL(url)
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await parley.fetch(new Request(`http://localhost${pathname}`, request))
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a flow with a webhook trigger', () => {
  it('answers with what its respond step says, and every step of the run is stored', async () => {
    const owner = await parley.createAccount()
    const { client } = owner
    const created = await create(owner, [
      step('lookup', 'http_request', { method: 'GET', url: `${receiver.url}/customers` }),
      step('is_gold', 'condition', {
        if: 'steps.lookup.body.tier == "gold" && trigger.amount > 100',
        then: [step('yes', 'respond', { status: 201, body: { gold: true, name: '{{trigger.name}}' } })],
        else: [step('no', 'respond', { body: { gold: false } })],
      }),
      step('label', 'set', { values: { total: '{{trigger.amount * 2}}' }, outcome: 'answered' }),
    ])
    assert.equal(created.status, 'active_untested')
    assert.match(created.automation_id, /^[\w-]{21}$/)
    const answer = await post(created.webhook_url, { name: 'Ann', amount: 150 })
    assert.deepEqual([answer.status, answer.body], [201, { gold: true, name: 'Ann' }])
    const { runs } = await client.automations.listRuns({ id: created.automation_id })
    assert.equal(runs?.length, 1)
    const { run } = await client.automations.listRuns({ id: created.automation_id, run_id: runs![0]!.id })
    assert.deepEqual(
      [run!.status, run!.outcome, run!.steps.map(({ name, status, classification }) => [name, status, classification])],
      [
        'SUCCEEDED',
        'answered',
        [
          ['lookup', 'SUCCEEDED', 'ok'],
          ['is_gold', 'SUCCEEDED', 'ok'],
          ['yes', 'SUCCEEDED', 'ok'],
          ['label', 'SUCCEEDED', 'ok'],
        ],
      ],
    )
    assert.deepEqual(run!.steps[3]!.output, { total: 300 })
    assert.deepEqual((await post(created.webhook_url, { amount: 1 })).body, { gold: false })
  })
})

describe('a run that has failed', () => {
  it('goes on with the failed step when it is retried, and earlier steps are not executed again', async () => {
    const owner = await parley.createAccount()
    const { client } = owner
    const { automation_id: id } = await create(owner, [
      step('first', 'http_request', { method: 'POST', url: `${receiver.url}/first` }),
      step('second', 'http_request', { method: 'POST', url: `${receiver.url}/mended`, idempotent: true }),
      step('last', 'set', { values: { tier: '{{steps.second.body.tier}}' } }),
    ])
    const count = (path: string) => receiver.requests.filter((request) => request.path === path).length
    isBroken = true
    const { run_id, status } = await client.automations.run({ id, input: {} })
    assert.equal(status, 'FAILED')
    isBroken = false
    const retried = await client.automations.retry({ id, run_id })
    assert.deepEqual([retried.run_id, retried.status], [run_id, 'SUCCEEDED'])
    assert.equal(count('/first'), 1)
    await assert.rejects(client.automations.retry({ id, run_id }), /nothing to retry/)
  })
})
