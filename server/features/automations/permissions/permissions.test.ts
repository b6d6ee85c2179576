// Tests of what flows may do: what the API key or the member that saves or starts them may do over the API.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createClient, ParleyError } from '#sdk/index.ts'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp, type TestAccount, testBaseUrl } from '#testing/app/test-app.ts'
import { automationOf, createFlow, settledRun, step } from '#testing/automations/flows.ts'
import { triggerInputs } from '../flow/triggers.ts'
import { controlTypes } from '../steps/control-steps.ts'
import { stepTypes } from '../steps/library.ts'

const parley = await startTestApp({ config: { allowPrivate: ['127.0.0.0/8'] } })
after(() => parley[Symbol.asyncDispose]())

const own = ['automations:read', 'automations:write']

async function limitTo(owner: TestAccount, ...scopes: string[]): Promise<TestAccount> {
  const { api_key } = await owner.client.accounts.createApiKey({ name: 'limited', scopes: [...own, ...scopes] })
  const client = createClient({ baseUrl: testBaseUrl, apiKey: api_key.token, fetch: parley.fetch })
  return { ...owner, client, token: api_key.token }
}

const lacks = (scope: string) => (error: unknown) => {
  assert.ok(error instanceof ParleyError, String(error))
  const message = `This API key lacks the scope ${scope}.`
  assert.deepEqual([error.status, error.body['message']], [403, message])
  return true
}

const any = '{{trigger.x}}'
const sendSms = step('send', 'send_sms', { from: any, to: any, body: 'Hello' })

/** The scopes that a step needs, and an input. Every type of step has to be here. */
const steps: Record<string, [scopes: string[], input: object]> = {
  send_template: [['messages:write'], { sender_id: any, template_id: any, to: any }],
  send_freeform: [['messages:write'], { sender_id: any, to: any, message: 'Hello' }],
  send_sms: [['sms:write'], { from: any, to: any, body: 'Hello' }],
  send_email: [['messages:write'], { to: any, subject: 'Hello', text: 'Hello' }],
  make_call: [['calls:write'], { phone_number: any }],
  create_lead: [['leads:write'], { campaign_id: any, phone_number: any }],
  update_lead: [['leads:write'], { lead_id: any }],
  start_campaign: [['campaigns:write'], { campaign_id: any }],
  reply: [['conversations:write'], { customer_identifier: any, message: 'Hello' }],
  ai: [['conversations:write'], { task: 'generate', prompt: 'Write.' }],
  search_knowledge: [['knowledge:write'], { knowledgebase_id: any, query: 'hours' }],
  http_request: [['connections:write'], { method: 'GET', url: 'https://shop.example/', connection: any }],
  code: [[], { source: 'return 1' }],
  condition: [[], { if: 'true', then: [step('inner', 'set', { values: {} })] }],
  loop: [[], { items: [1], steps: [step('inner', 'set', { values: {} })] }],
  delay: [[], { seconds: 1 }],
  set: [[], { values: {} }],
  respond: [[], {}],
  stop: [[], {}],
  call_flow: [[], { automation_id: any }],
}

const triggers: Record<string, [scopes: string[], input: object]> = {
  webhook: [[], {}],
  schedule: [[], { cron: '0 0 1 1 *' }],
  call_ended: [['calls:read'], {}],
  inbound_call: [['calls:read'], {}],
  message_received: [['conversations:read'], {}],
  conversation_ended: [['conversations:read'], {}],
  document_failed: [['knowledge:read'], {}],
  campaign_completed: [['campaigns:read'], {}],
  manual: [[], {}],
}

describe('a flow that a limited API key saves', () => {
  it('needs a scope for every type of step that acts, also within branches and loops', async () => {
    assert.deepEqual(Object.keys(steps).sort(), [...stepTypes.keys(), ...controlTypes.keys()].sort())
    const owner = await parley.createAccount()
    const limited = await limitTo(owner)
    for (const [type, [scopes, input]] of Object.entries(steps)) {
      const one = step('one', type, input)
      const nested = step('outer', 'condition', {
        if: 'true',
        else: [step('each', 'loop', { items: [1], steps: [one] })],
      })
      for (const list of [[one], [nested]]) {
        const trigger = { trigger: { type: 'manual' } }
        for (const scope of scopes) await assert.rejects(createFlow(limited, list, trigger), lacks(scope), type)
        await createFlow(await limitTo(owner, ...scopes), list, trigger)
      }
    }
    // Without a connection, a request sends nothing of the account's.
    await createFlow(limited, [step('get', 'http_request', { method: 'GET', url: 'https://shop.example/' })])
  })

  it('needs a scope for every trigger that reads data, and for the webhook of an assistant', async () => {
    assert.deepEqual(Object.keys(triggers).sort(), Object.keys(triggerInputs).sort())
    const owner = await parley.createAccount()
    const limited = await limitTo(owner)
    for (const [type, [scopes, input]] of Object.entries(triggers)) {
      const fields = { trigger: { type, input } }
      for (const scope of scopes) await assert.rejects(createFlow(limited, [step('a', 'stop')], fields), lacks(scope))
      await createFlow(await limitTo(owner, ...scopes), [step('a', 'stop')], fields)
    }
    const assistant = await parley.createAssistant({}, owner)
    const bound = { assistant_id: assistant.id, bind_webhook: true }
    await assert.rejects(createFlow(limited, [step('a', 'stop')], bound), lacks('assistants:write'))
    await createFlow(await limitTo(owner, 'assistants:write'), [step('a', 'stop')], bound)
  })

  it('is checked when it is created, tested, updated, enabled, restored, started, retried and made from a template', async () => {
    const owner = await parley.createAccount()
    const limited = await limitTo(owner)
    const { automations } = limited.client
    const needed = lacks('sms:write')
    const tested = automationOf([sendSms], { sample: { x: '1' }, confirm_side_effects: true })
    await assert.rejects(automations.create(tested), needed)
    const { id } = await createFlow(owner, [sendSms])
    const harmless = automationOf([step('a', 'stop')]).flow
    await assert.rejects(automations.update({ id, flow: automationOf([sendSms]).flow }), needed)
    await assert.rejects(automations.update({ id, enabled: true }), needed)
    await assert.rejects(automations.run({ id, input: { x: '1' } }), needed)
    const { run_id } = await owner.client.automations.run({ id, input: { x: '1' } })
    const failed = await settledRun({ client: owner.client, id }, run_id)
    assert.match(failed.steps[0]!.error!, /is invalid|not found|must be/)
    await assert.rejects(automations.retry({ id, run_id }), needed)
    // It may take away, and rename.
    await automations.update({ id, name: 'Renamed', enabled: false })
    await automations.update({ id, flow: harmless })
    await assert.rejects(automations.restore({ id }), needed)
    await automations.run({ id })
    const values = { url: 'https://crm.example/calls' }
    await assert.rejects(automations.createFromTemplate({ template: 'evaluation-to-crm', values }), lacks('calls:read'))
  })

  it('cannot let another flow do what it may not do', async () => {
    const owner = await parley.createAccount()
    const limited = await limitTo(owner)
    const inner = await createFlow(owner, [sendSms], { trigger: { type: 'manual' } })
    const middle = await createFlow(owner, [step('call', 'call_flow', { automation_id: inner.id })])
    for (const { id } of [inner, middle])
      await assert.rejects(createFlow(limited, [step('call', 'call_flow', { automation_id: id })]), lacks('sms:write'))
    await assert.rejects(limited.client.automations.run({ id: middle.id }), lacks('sms:write'))
    // A flow that an expression chooses is checked when it is called.
    const chooses = await createFlow(limited, [step('call', 'call_flow', { automation_id: '{{trigger.id}}' })])
    const harmless = await createFlow(owner, [step('a', 'set', { values: { x: 1 } })])
    const callOf = async (id: string) => {
      const { run_id } = await owner.client.automations.run({ id: chooses.id, input: { id } })
      return (await settledRun({ client: owner.client, id: chooses.id }, run_id)).steps[0]!
    }
    assert.equal((await callOf(harmless.id)).error, null)
    for (const { id } of [inner, middle])
      assert.equal((await callOf(id)).error, 'This API key lacks the scope sms:write.')
    const outer = await createFlow(owner, [step('call', 'call_flow', { automation_id: any })])
    assert.match((await callOf(outer.id)).error!, /needs an API key without limits/)
    const circle = await createFlow(owner, [step('a', 'stop')])
    await owner.client.automations.update({
      id: circle.id,
      flow: automationOf([step('call', 'call_flow', { automation_id: circle.id })]).flow,
    })
    await createFlow(limited, [step('call', 'call_flow', { automation_id: circle.id })])
  })

  it('keeps what its key could do, even after the key was deleted', async () => {
    const owner = await parley.createAccount()
    const { api_key } = await owner.client.accounts.createApiKey({ name: 'sms', scopes: [...own, 'sms:write'] })
    const client = createClient({ baseUrl: testBaseUrl, apiKey: api_key.token, fetch: parley.fetch })
    const { id } = await createFlow({ ...owner, client }, [sendSms])
    const keys = (await owner.client.accounts.listApiKeys()).api_keys
    await owner.client.accounts.deleteApiKey({ id: keys.find(({ name }) => name === 'sms')!.id })
    const errorOf = async () => {
      const { run_id } = await owner.client.automations.run({ id, input: { x: '1' } })
      return (await settledRun({ client: owner.client, id }, run_id)).steps[0]!.error
    }
    assert.doesNotMatch((await errorOf())!, /scope/)
    // The permissions of the stored version count, not those of the caller.
    const { id: other } = await createFlow(owner, [sendSms])
    await sql`update automation_versions set scopes = ${own}::text[] where automation_id = ${other}`.execute(
      parley.app.context.db,
    )
    const { run_id } = await owner.client.automations.run({ id: other, input: { x: '1' } })
    const { steps } = await settledRun({ client: owner.client, id: other }, run_id)
    assert.equal(steps[0]!.error, 'This API key lacks the scope sms:write.')
  })
})

describe('a flow of a member', () => {
  it('can be saved and started by owners and editors only', async () => {
    const owner = await parley.createAccount()
    const { id } = await createFlow(owner, [sendSms])
    for (const [role, isAllowed] of [
      ['editor', true],
      ['agent', false],
      ['viewer', false],
    ] as const) {
      const { client } = await signInMember(parley, owner.account, role)
      for (const act of [
        () => client.automations.create(automationOf([sendSms])),
        () => client.automations.update({ id, enabled: true }),
        () => client.automations.run({ id, input: { x: '1' } }),
      ])
        if (isAllowed) await act()
        else await assert.rejects(act, (error) => error instanceof ParleyError && error.status === 403)
    }
  })
})
