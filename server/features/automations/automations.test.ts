// Tests of automations: creating, testing, changing, restoring and deleting flows.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import {
  automationOf,
  createFlow,
  type FlowFields,
  flowOf,
  latestRuns,
  post,
  refusalOf,
  runFlow,
  step,
} from '#testing/automations/flows.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'

const receiver = await openReceiver(({ path }) => ({
  status: path === '/missing' ? 404 : 200,
  body: '{"tier":"gold"}',
}))
after(() => receiver[Symbol.asyncDispose]())
const parley = await startTestApp({ config: { allowPrivate: [new URL(receiver.url).host] } })
after(() => parley[Symbol.asyncDispose]())

const owner = await parley.createAccount()
const answer = step('answer', 'respond', { body: { hello: '{{trigger.name}}' } })
const lookup = (path = '/') => step('lookup', 'http_request', { method: 'GET', url: `${receiver.url}${path}` })

describe('creating an automation', () => {
  it('enables the flow, tested with the sample if there is one', async () => {
    const untested = await createFlow(owner, [answer])
    assert.deepEqual([untested.status, untested.test, untested.binding], ['active_untested', null, null])
    assert.match(untested.id, /^[\w-]{21}$/)
    const tested = await createFlow(owner, [answer], { sample: { name: 'Ann' } })
    assert.deepEqual(
      [tested.status, tested.response, tested.test],
      [
        'active',
        { hello: 'Ann' },
        {
          run_status: 'SUCCEEDED',
          steps: [{ name: 'answer', status: 'SUCCEEDED', classification: 'ok', error: null }],
        },
      ],
    )
  })

  it('stores a flow whose test fails disabled, with status 200', async () => {
    const order = automationOf([lookup('/missing')], { sample: {}, confirm_side_effects: true })
    const response = await parley.fetch(
      new Request('http://localhost/api/user/automate/flows', {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(order),
      }),
    )
    const created = (await response.json()) as { status: string; automation_id: string; test: { steps: object[] } }
    assert.deepEqual([response.status, created.status], [200, 'test_failed'])
    assert.deepEqual(created.test.steps, [
      {
        name: 'lookup',
        status: 'FAILED',
        classification: 'missing_record',
        error: '127.0.0.1 answered with status 404: {"tier":"gold"}',
      },
    ])
    assert.equal((await owner.client.automations.get({ id: created.automation_id })).status, 'disabled')
  })

  it('refuses what cannot run, and says where', async () => {
    const refused = (steps: object[], fields: FlowFields = {}, flow: object = flowOf(steps, fields.trigger)) =>
      owner.client.automations.create({ ...automationOf(steps, fields), flow: flow as never })
    const cases: [() => Promise<unknown>, string, RegExp][] = [
      [() => refused([]), 'no_steps', /no steps/],
      [() => refused([answer], {}, { trigger: { type: 'webhook' } }), 'no_steps', /no steps/],
      [() => refused([answer], { trigger: { type: 'fax' } }), 'unsupported_trigger', /one of webhook, schedule/],
      [() => refused([lookup()], { sample: {} }), 'side_effects_require_confirmation', /confirm_side_effects/],
      [() => refused([step('a', 'fax')]), 'invalid_definition', /^steps\.0\.type: The type of the step is not known/],
      [() => refused([answer, answer]), 'invalid_definition', /^steps\.1\.name: The name answer is used twice/],
      [() => refused([step('A b', 'stop')]), 'invalid_definition', /^steps\.0\.name: /],
      [
        () => refused([step('a', 'stop', { x: 1 })]),
        'invalid_definition',
        /^steps\.0\.input\.x: The field x is not known/,
      ],
      [() => refused([step('a', 'delay', { seconds: -1 })]), 'invalid_definition', /^steps\.0\.input\.seconds: /],
      [
        () => refused([step('a', 'set', { values: { b: '{{steps.later.x}}' } }), step('later', 'stop')]),
        'invalid_definition',
        /^steps\.0\.input\.values\.b: The step `later` does not run before this one/,
      ],
      [
        () => refused([step('a', 'condition', { if: '1 +', then: [answer] })]),
        'invalid_definition',
        /^steps\.0\.input\.if: /,
      ],
      [
        () => refused([step('a', 'condition', { if: 'true', then: [step('b', 'fax')] })]),
        'invalid_definition',
        /^steps\.0\.input\.then\.0\.type: /,
      ],
      [
        () => refused([answer], { trigger: { type: 'schedule', input: { cron: '61 * * * *' } } }),
        'invalid_definition',
        /^trigger\.input\.cron: The cron pattern is not valid/,
      ],
      [
        () => refused([step('a', 'http_request', { method: 'GET', url: receiver.url, connection: 'CRM' })]),
        'needs_connection',
        /connection CRM does not exist/,
      ],
      [() => refused([answer], { bind_webhook: true }), 'assistant_required', /needs an assistant/],
      [() => refused([answer], { assistant_id: 999_999 }), 'assistant_not_found', /does not exist/],
      [() => refused([answer], { assistant_id: crypto.randomUUID() }), 'assistant_not_found', /does not exist/],
    ]
    for (const [request, error, message] of cases)
      await assert.rejects(request(), (thrown: { status: number; body: { error: string; message: string } }) => {
        assert.deepEqual([thrown.status, thrown.body.error], [422, error])
        assert.match(thrown.body.message, message)
        return true
      })
    const large = Array.from({ length: 201 }, (_, index) => step(`s${index}`, 'stop'))
    assert.deepEqual(await refusalOf(refused(large)), [422, 'invalid_definition'])
  })

  it('lets the webhook of an assistant call the trigger, unless it has another URL', async () => {
    const assistant = await parley.createAssistant({}, owner)
    const fields = { assistant_id: assistant.id, bind_webhook: 'conversation_ended' } as const
    const flow = await createFlow(owner, [answer], fields)
    assert.deepEqual(flow.binding, { assistant_id: assistant.id, webhook: 'conversation_ended' })
    const webhookOf = async () => {
      const { is_conversation_ended_webhook_active: isActive, conversation_ended_webhook_url: url } = (
        await owner.client.assistants.get({ id: assistant.id })
      ).data
      return [isActive, url]
    }
    assert.deepEqual(await webhookOf(), [true, flow.url])
    assert.deepEqual(await refusalOf(owner.client.automations.create(automationOf([answer], fields))), [
      422,
      'binding_conflict',
    ])
    await owner.client.automations.delete({ id: flow.id })
    assert.equal((await webhookOf())[0], false)
  })
})

describe('an automation', () => {
  it('is listed, renamed, disabled and enabled', async () => {
    const own = await parley.createAccount()
    const { id, client, url } = await createFlow(own, [answer])
    await client.automations.update({ id, name: 'Greeting', enabled: false })
    assert.deepEqual((await client.automations.list({})).data, [
      { id, name: 'Greeting', status: 'disabled', binding: null },
    ])
    const status = async () => (await post(parley, url, { name: 'Ann' })).status
    await until(async () => (await status()) === 404)
    await client.automations.update({ id, enabled: true })
    await until(async () => (await status()) === 200)
  })

  it('lists all its runs page by page, while new ones start, and none of another automation', async () => {
    const flow = await createFlow(owner, [answer])
    const other = await createFlow(owner, [answer])
    const started: string[] = []
    for (let run = 0; run < 5; run++) started.push((await runFlow(flow)).id)
    const first = await flow.client.automations.listRuns({ id: flow.id, limit: 2 })
    await runFlow(flow)
    const listed = [...first.runs!]
    for (let cursor = first.next_cursor; cursor; ) {
      const page = await flow.client.automations.listRuns({ id: flow.id, limit: 2, cursor })
      listed.push(...page.runs!)
      cursor = page.next_cursor
    }
    assert.deepEqual(
      listed.map(({ id }) => id),
      started.reverse(),
    )
    const cursor = first.next_cursor!
    for (const wrong of [
      { id: other.id, cursor },
      { id: flow.id, cursor: 'x' },
    ])
      await assert.rejects(flow.client.automations.listRuns(wrong), { status: 422 })
  })

  it('keeps its versions: a run ends with the one with which it began, and the previous one can be restored', async () => {
    const flow = await createFlow(owner, [step('wait', 'delay', { seconds: 60 }), step('first', 'set')])
    const { id, client } = flow
    const paused = await runFlow(flow)
    assert.equal(paused.status, 'PAUSED')
    const { data } = await client.automations.update({ id, flow: flowOf([step('second', 'set')]) })
    assert.equal(data.version, 2)
    assert.deepEqual(
      (await runFlow(flow)).steps.map(({ name }) => name),
      ['second'],
    )
    await parley.turnClock(61_000)
    await parley.runCron('automations.dispatch')
    await parley.runJobs()
    const { run } = await client.automations.listRuns({ id, run_id: paused.id })
    assert.deepEqual([run!.status, run!.steps.map(({ name }) => name)], ['SUCCEEDED', ['wait', 'first']])
    const restored = await client.automations.restore({ id })
    assert.deepEqual([restored.data.version, restored.data.flow.steps[1]!.name], [3, 'first'])
    await assert.rejects(client.automations.update({ id, name: 'Mine', if_version: 2 }), { status: 412 })
    // Of two changes of the same version, one wins.
    const both = await Promise.allSettled(
      ['one', 'two'].map((name) => client.automations.update({ id, flow: flowOf([step(name, 'set')]), if_version: 3 })),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    assert.equal((await client.automations.get({ id })).version, 4)
    const untouched = await createFlow(owner, [answer])
    assert.deepEqual(await refusalOf(client.automations.restore({ id: untouched.id })), [
      422,
      'The automation has no earlier version.',
    ])
  })

  it('is deleted with its runs, even while they are in progress', async () => {
    const flow = await createFlow(owner, [step('wait', 'delay', { seconds: 60 }), lookup('/never')])
    await runFlow(flow)
    await flow.client.automations.delete({ id: flow.id })
    assert.deepEqual(await refusalOf(flow.client.automations.get({ id: flow.id })), [404, 'Automation not found'])
    assert.deepEqual(await refusalOf(latestRuns(flow)), [404, 'Automation not found'])
    await parley.turnClock(61_000)
    await parley.runCron('automations.dispatch')
    await parley.runJobs()
    assert.equal(
      receiver.requests.some(({ path }) => path === '/never'),
      false,
    )
    const { rows } = await sql`select from automations where id = ${flow.id}`.execute(parley.app.context.db)
    assert.equal(rows.length, 0)
  })
})
