// Tests of definitions: concurrent changes, repeated requests, checks of triggers and conditions, secrets and limits.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { automations } from '#contract/automations/automations.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { startTestApp, type TestAccount } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import {
  automationOf,
  createFlow,
  flowOf,
  latestRuns,
  post,
  refusalOf,
  runFlow,
  step,
} from '#testing/automations/flows.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'
import { findAutomation } from './automation/store.ts'
import { automationHandlers } from './routes.ts'
import { testFlow } from './test-flow.ts'

const slow = { gate: Promise.withResolvers<object>() }
const receiver = await openReceiver(() => slow.gate.promise)
after(() => receiver[Symbol.asyncDispose]())
const parley = await startTestApp({ config: { allowPrivate: [new URL(receiver.url).host] } })
after(() => parley[Symbol.asyncDispose]())
const { db } = parley.app.context

const note = (name = 'note') => step(name, 'set', { values: { a: 1 } })
const waiting = step('get', 'http_request', { method: 'GET', url: receiver.url })

/** Closes the receiver until `open` is called. */
function closeGate(): { open(): void } {
  slow.gate = Promise.withResolvers()
  return { open: () => slow.gate.resolve({}) }
}

type Creation = 'create' | 'createFromTemplate'

/** A request with an idempotency key; `again` repeats it as if the process had ended before it stored the reply. */
async function createWithKey({ account }: TestAccount, body: object, creation: Creation = 'create') {
  const ctx = asAccount(parley.app.context, account)
  const key = crypto.randomUUID()
  const handle = automationHandlers[creation] as (...args: object[]) => Promise<ReplyOf<typeof automations.create>>
  const send = (isResumed: boolean) => handle(ctx, { body }, { operation: { key, isResumed } })
  return { first: await send(false), again: () => send(true) }
}

describe('a test of a new automation', () => {
  async function createDuringTest() {
    const gate = closeGate()
    const owner = await parley.createAccount()
    const creating = createFlow(owner, [waiting], { sample: {}, confirm_side_effects: true })
    let id = ''
    await until(async () => {
      id = (await owner.client.automations.list({})).data[0]?.id ?? ''
      return id !== ''
    })
    const finish = async () => {
      gate.open()
      return creating
    }
    return { ...owner.client.automations, id, finish }
  }

  it('does not undo a change that was made in the meantime', async () => {
    const { id, update, get, finish } = await createDuringTest()
    await update({ id, flow: flowOf([note('second')]), name: 'Two' })
    assert.equal((await finish()).status, 'disabled')
    const { version, name, status } = await get({ id })
    assert.deepEqual([version, name, status], [2, 'Two', 'disabled'])
    assert.equal((await update({ id, flow: flowOf([note('third')]) })).data.version, 3)
  })

  it('does not enable an automation that was deleted in the meantime', async () => {
    const { id, delete: remove, finish } = await createDuringTest()
    await remove({ id })
    await finish()
    const { rows } = await sql`select from automations where id = ${id} and is_enabled`.execute(db)
    assert.deepEqual(rows, [])
  })

  it('keeps a change of the name, and enables the automation', async () => {
    const { id, update, get, finish } = await createDuringTest()
    await update({ id, name: 'Two' })
    assert.equal((await finish()).status, 'active')
    const { name, status } = await get({ id })
    assert.deepEqual([name, status], ['Two', 'enabled'])
  })

  it('that takes too long is reported as running, and leaves the automation disabled', async () => {
    const gate = closeGate()
    const owner = await parley.createAccount()
    const { id } = await createFlow(owner, [waiting])
    const ctx = asAccount(parley.app.context, owner.account)
    const automation = (await findAutomation(db, owner.account.id, id))!
    const runId = crypto.randomUUID()
    const first = await testFlow(ctx, automation, { sample: {}, runId, maxMs: 1 })
    assert.equal(first.status, 'RUNNING')
    gate.open()
    const second = await testFlow(ctx, automation, { sample: {}, runId })
    assert.equal(second.status, 'SUCCEEDED')
    assert.equal((await latestRuns({ client: owner.client, id })).length, 1)
  })
})

describe('a repeated request', () => {
  it('returns the automation that the first one created, with its test', async () => {
    const owner = await parley.createAccount()
    const assistant = await parley.createAssistant({}, owner)
    const fields = { assistant_id: assistant.id, bind_webhook: 'call_ended', sample: {} } as const
    const { first, again } = await createWithKey(owner, automationOf([note()], fields))
    assert.equal(first.status, 'active')
    assert.deepEqual(await again(), first)
    assert.equal((await owner.client.automations.list({})).data.length, 1)
    assert.match(first.automation_id, /^[\w-]{21}$/)
    assert.match(first.webhook_url, /\/[\w-]{32}$/)
    assert.equal((await latestRuns({ client: owner.client, id: first.automation_id })).length, 1)
  })

  it('continues with a test that the first one had not begun', async () => {
    const owner = await parley.createAccount()
    const { first, again } = await createWithKey(owner, automationOf([note()], { sample: {} }))
    const id = first.automation_id
    await sql`delete from automation_runs where automation_id = ${id}`.execute(db)
    await sql`update automations set is_enabled = false where id = ${id}`.execute(db)
    assert.deepEqual(await again(), first)
    assert.equal((await owner.client.automations.get({ id })).status, 'enabled')
  })

  it('returns the automation that was created from a template', async () => {
    const owner = await parley.createAccount()
    const order = { template: 'evaluation-to-crm', values: { url: 'https://crm.example.com' }, enabled: false }
    const { first, again } = await createWithKey(owner, order, 'createFromTemplate')
    assert.equal(first.status, 'disabled')
    assert.deepEqual(await again(), first)
    assert.equal((await owner.client.automations.list({})).data.length, 1)
  })

  it('is refused while the automation is being deleted', async () => {
    const owner = await parley.createAccount()
    const { first, again } = await createWithKey(owner, automationOf([note()]))
    await owner.client.automations.delete({ id: first.automation_id })
    await assert.rejects(again(), { code: 'import_failed' })
  })
})

describe('a definition', () => {
  const refusedTrigger = async (type: string, input: unknown, message: RegExp) => {
    const owner = await parley.createAccount()
    const flow = { trigger: { type, input }, steps: [note()] }
    await assert.rejects(owner.client.automations.create({ name: 'Test', flow }), (error: never) => {
      const { status, body } = error as { status: number; body: { error: string; message: string } }
      assert.deepEqual([status, body.error], [422, 'invalid_definition'])
      assert.match(body.message, message)
      return true
    })
  }

  it('has a trigger whose input is checked, even if it contains braces', async () => {
    await refusedTrigger('webhook', { max_running: '{{x}}' }, /^trigger\.input\.max_running: /)
    await refusedTrigger('webhook', { secret: '{{' }, /^trigger\.input\.secret: /)
    await refusedTrigger('webhook', { secret: { a: '{{' } }, /^trigger\.input\.secret: /)
    await refusedTrigger('webhook', { secret: '********abcd' }, /^trigger\.input\.secret: The secret is masked/)
    await refusedTrigger('webhook', 'secret', /^trigger\.input: The input must be an object/)
    await refusedTrigger('manual', { cron: '{{x}}' }, /^trigger\.input\.cron: The field cron is not known/)
  })

  it('of a schedule has a time zone that exists, and a time that comes', async () => {
    const zone = { cron: '0 9 * * *', timezone: 'Nowhere/Land' }
    await refusedTrigger('schedule', zone, /^trigger\.input\.timezone: The time zone is not valid/)
    await refusedTrigger('schedule', { cron: '{{x}}' }, /^trigger\.input\.cron: /)
    await refusedTrigger('schedule', { cron: '0 0 30 2 *' }, /^trigger\.input\.cron: .*no further time/)
  })

  it('has conditions without double braces', async () => {
    const owner = await parley.createAccount()
    const condition = (expression: string) => step('is', 'condition', { if: expression, then: [note()] })
    for (const expression of ['{{trigger.x}}', '{{trigger.x}} > 1', '1 < {{ trigger.x }}'])
      await assert.rejects(createFlow(owner, [condition(expression)]), {
        message: /^steps\.0\.input\.if: Write the expression without double braces\.$/,
      })
    await assert.rejects(createFlow(owner, [condition(`"{{" == "${'x'.repeat(4_000)}"`)]), {
      message: /steps\.0\.input\.if/,
    })
    const flow = await createFlow(owner, [condition('trigger.text.contains("{{")')])
    assert.equal((await runFlow(flow, { text: '{{' })).steps.length, 2)
  })

  it('of an update names a connection that exists', async () => {
    const { id, client } = await createFlow(await parley.createAccount(), [note()])
    const flow = flowOf([step('get', 'http_request', { method: 'GET', url: receiver.url, connection: 'none' })])
    assert.deepEqual(await refusalOf(client.automations.update({ id, flow })), [422, 'needs_connection'])
  })
})

describe('the secret of a webhook', () => {
  const secret = 'a secret of 24 characters'
  const withSecret = (text: string, steps = [note()]) => flowOf(steps, { type: 'webhook', input: { secret: text } })
  const signed = (text: string) => ({
    'x-signature-256': `sha256=${createHmac('sha256', text).update('{}').digest('hex')}`,
  })
  const create = async () =>
    createFlow(await parley.createAccount(), [note()], { trigger: { type: 'webhook', input: { secret } } })
  const accepts = async (url: string, text: string) => (await post(parley, url, '{}', signed(text))).status

  it('is stored encrypted and shown masked', async () => {
    const { id, client } = await create()
    const { flow } = await client.automations.get({ id })
    assert.deepEqual(flow.trigger.input, { secret: '********ters' })
    const { rows } = await sql<{ row: string }>`
      select v::text || encode(coalesce(sealed_secret, ''), 'escape') as row
      from automation_versions v where automation_id = ${id}`.execute(db)
    assert.equal(rows.length, 1)
    assert.ok(!rows[0]!.row.includes(secret))
  })

  it('is kept if the mask is sent back, and by restoring a version', async () => {
    const { id, client, url } = await create()
    const { flow } = await client.automations.get({ id })
    const { data } = await client.automations.update({ id, flow: { ...flow, steps: [note('second')] } })
    assert.deepEqual(data.flow.trigger.input, { secret: '********ters' })
    assert.deepEqual([await accepts(url, secret), await accepts(url, 'another secret of 24 chars')], [200, 401])
    await client.automations.update({ id, flow: withSecret('another secret of 24 chars') })
    await until(async () => (await accepts(url, secret)) === 401)
    assert.equal(await accepts(url, 'another secret of 24 chars'), 200)
    await client.automations.restore({ id })
    await until(async () => (await accepts(url, secret)) === 200)
  })

  it('is not replaced by the mask of another one', async () => {
    const { id, client } = await create()
    for (const masked of ['********abcd', '********'])
      assert.deepEqual(await refusalOf(client.automations.update({ id, flow: withSecret(masked) })), [
        422,
        'invalid_definition',
      ])
  })

  it('that cannot be decrypted refuses all requests until it is given again', async () => {
    const { id, client, url } = await create()
    await sql`update automation_versions set sealed_secret = '\\x01' where automation_id = ${id}`.execute(db)
    const { flow } = await client.automations.get({ id })
    assert.equal(await accepts(url, secret), 401)
    assert.deepEqual(await refusalOf(client.automations.update({ id, flow })), [422, 'invalid_definition'])
    await client.automations.update({ id, flow: withSecret(secret) })
    await until(async () => (await accepts(url, secret)) === 200)
  })
})

it('an account can have up to 500 automations', async () => {
  const owner = await parley.createAccount()
  const { id } = await createFlow(owner, [note()])
  await sql`
    insert into automations (account_id, id, name, is_enabled, version, trigger_type, webhook_token, created_at, updated_at)
    select account_id, id || n, name, false, 1, trigger_type, webhook_token || n, created_at, updated_at
    from automations, generate_series(1, 499) n where id = ${id}`.execute(db)
  const tooMany = { name: ['An account can have up to 500 automations.'] }
  await assertInvalid(createFlow(owner, [note()]), tooMany)
  await owner.client.automations.delete({ id })
  await createFlow(owner, [note()])
  await assertInvalid(createFlow(owner, [note()]), tooMany)
})
