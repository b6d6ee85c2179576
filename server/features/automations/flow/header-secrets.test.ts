// Tests of credentials in flows and other settings: encrypted headers, and what callers who may not write can read.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Client, createClient, ParleyError } from '#sdk/index.ts'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp, type TestAccount, testBaseUrl } from '#testing/app/test-app.ts'
import { automationOf, createFlow, settledRun, step } from '#testing/automations/flows.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { sealStoredHeaders } from '../seal-headers.ts'

const parley = await startTestApp({ config: { allowPrivate: ['127.0.0.0/8'] } })
const shop = await openReceiver(({ headers }) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ echo: headers }),
}))
after(async () => {
  await parley[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

const key = 'Bearer sk-canary-header-value-4711'
const headers = { Authorization: key, 'X-Shop': 'north-canary', Accept: 'text/plain', 'X-Id': '{{trigger.id}}' }
const shown = { Authorization: '********4711', 'X-Shop': '********', Accept: 'text/plain', 'X-Id': '{{trigger.id}}' }
const request = (given: object = headers) =>
  step('get', 'http_request', { method: 'GET', url: shop.url, headers: given })
const branch = (inner: object) => step('if_open', 'condition', { if: 'true', then: [inner] })
const canary = /canary/

/** The first headers in a flow. */
function headersIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if ('headers' in value) return value.headers
  return Object.values(value)
    .map(headersIn)
    .find((found) => found !== undefined)
}

const stored = async (id: string) =>
  (
    await sql<{ text: string }>`
      select v::text as text from automation_versions v where automation_id = ${id}`.execute(parley.app.context.db)
  ).rows.map(({ text }) => text)

async function sentBy(owner: TestAccount, id: string) {
  const { run_id } = await owner.client.automations.run({ id, input: { id: 'a1' } })
  const run = await settledRun({ client: owner.client, id }, run_id)
  assert.equal(run.status, 'SUCCEEDED', JSON.stringify(run))
  assert.doesNotMatch(JSON.stringify(run), /sk-canary/)
  const { authorization, 'x-shop': shopName, 'x-id': given } = shop.requests.at(-1)!.headers
  return [authorization, shopName, given]
}

describe('the headers of requests in a flow', () => {
  const all = [key, 'north-canary', 'a1']

  for (const [where, wrap] of [
    ['a step', (inner: object) => inner],
    ['a branch', branch],
  ] as const)
    it(`are stored encrypted, shown masked, sent, and kept by updates and restores: ${where}`, async () => {
      const owner = await parley.createAccount()
      const { automations } = owner.client
      const { id } = await createFlow(owner, [wrap(request())])
      const read = async () => (await automations.get({ id })).flow
      assert.deepEqual(headersIn(await read()), shown)
      assert.deepEqual(await sentBy(owner, id), all)
      // The masked flow, also with steps that were renamed, copied or added.
      await automations.update({ id, flow: await read() })
      assert.deepEqual(await sentBy(owner, id), all)
      const renamed = { ...request(shown), name: 'fetch' }
      await automations.update({ id, flow: automationOf([step('first', 'set', { values: {} }), wrap(renamed)]).flow })
      assert.deepEqual(await sentBy(owner, id), all)
      await automations.update({
        id,
        flow: automationOf([request({ Authorization: 'Bearer other-key-1234567890' })]).flow,
      })
      assert.deepEqual(await sentBy(owner, id), ['Bearer other-key-1234567890', undefined, undefined])
      await automations.restore({ id })
      assert.deepEqual(await sentBy(owner, id), all)
      assert.deepEqual(headersIn(await read()), shown)
      assert.doesNotMatch(JSON.stringify([await stored(id), await read(), await owner.client.audit.list()]), canary)
    })

  it('do not become masks: of another flow, under another name, or with another ending', async () => {
    const owner = await parley.createAccount()
    const { id } = await createFlow(owner, [request()])
    const { flow } = await owner.client.automations.get({ id })
    const refused = (error: unknown) =>
      error instanceof ParleyError &&
      error.status === 422 &&
      /masked: give it in full/.test(String(error.body['message']))
    await assert.rejects(owner.client.automations.create({ name: 'Copy', flow }), refused)
    for (const wrong of [{ Authorization: '********4712' }, { 'X-Other': '********4711' }])
      await assert.rejects(owner.client.automations.update({ id, flow: automationOf([request(wrong)]).flow }), refused)
    assert.deepEqual(await sentBy(owner, id), all)
  })

  it('are encrypted in versions from before, which work and are shown masked until then', async () => {
    const owner = await parley.createAccount()
    const { id } = await createFlow(owner, [branch(request())])
    const clear = JSON.stringify(automationOf([branch(request())]).flow)
    await sql`update automation_versions set flow = ${clear}::json, sealed_headers = null where automation_id = ${id}`.execute(
      parley.app.context.db,
    )
    const { automations } = owner.client
    const { flow } = await automations.get({ id })
    assert.deepEqual(headersIn(flow), shown)
    assert.match((await stored(id))[0]!, canary)
    await sealStoredHeaders(parley.app.context)
    await sealStoredHeaders(parley.app.context)
    assert.doesNotMatch((await stored(id))[0]!, canary)
    assert.deepEqual((await automations.get({ id })).flow, flow)
    await automations.update({ id, flow })
    assert.deepEqual(await sentBy(owner, id), all)
  })

  it('are not sent as masks if they were encrypted under another master key', async () => {
    const owner = await parley.createAccount()
    const { settings } = parley.app.context
    const { masterKey } = settings
    settings.masterKey = new Uint8Array(32)
    const { id } = await createFlow(owner, [request()]).finally(() => {
      settings.masterKey = masterKey
    })
    const before = shop.requests.length
    const { run_id } = await owner.client.automations.run({ id, input: { id: 'a1' } })
    const { steps } = await settledRun({ client: owner.client, id }, run_id)
    assert.deepEqual([steps[0]!.classification, shop.requests.length], ['missing_connection', before])
  })
})

describe('callers who may not change settings', () => {
  const url = (name: string) => `https://hook.example/in/T0/canary0123456789/x?page=2&key=canary-${name}#canary`
  const masked = 'https://hook.example/in/T0/********/x?page=********&key=********#********'

  const ofTool = { ...headers, 'X-Id': '{{customer_phone}}' }

  async function open() {
    const owner = await parley.createAccount()
    const { client } = owner
    const tool = await client.tools.create({
      name: 'look_up',
      description: 'Looks up.',
      url: url('tool'),
      headers: ofTool,
    })
    const assistant = await parley.createAssistant(
      { webhook_url: url('call'), inbound_webhook_url: url('inbound') },
      owner,
    )
    const post = {
      ...{ method: 'POST', url: url('flow'), query: { api_key: 'canary-query', page: '{{trigger.page}}' } },
      ...{ headers, body: { token: 'canary-body', name: 'Ann', text: '{{hmacSha256(trigger.x, "canary words")}}' } },
    }
    const { id } = await createFlow(owner, [branch(step('send', 'http_request', post))])
    await client.connections.create({ name: 'CRM', type: 'bearer', token: 'canary-token-123' })
    await client.billing.setBalanceAlerts({ thresholds_usd: [], webhook_url: url('alerts'), emails: [] })
    const read = async (reader: Client) => [
      await reader.tools.list(),
      await reader.tools.get({ id: tool.data.id }),
      await reader.assistants.get({ id: assistant.id }),
      await reader.automations.get({ id }),
      await reader.connections.list(),
    ]
    return { owner, read, toolId: tool.data.id, flowId: id }
  }

  it('see no credentials in URLs, headers and other fields: viewers, and keys that may only read', async () => {
    const { owner, read, toolId, flowId } = await open()
    const scopes = ['tools:read', 'assistants:read', 'billing:read', 'automations:read', 'connections:read']
    const { api_key } = await owner.client.accounts.createApiKey({ name: 'reads', scopes })
    const limited = createClient({ baseUrl: testBaseUrl, apiKey: api_key.token, fetch: parley.fetch })
    const viewer = await signInMember(parley, owner.account, 'viewer')
    assert.equal((await limited.billing.getBalanceAlerts()).webhook_url, masked)
    for (const reader of [limited, viewer.client]) {
      assert.doesNotMatch(JSON.stringify(await read(reader)), canary)
      assert.equal((await reader.tools.get({ id: toolId })).data.url, masked)
      assert.equal((await reader.tools.list())[0]!.endpoint, masked)
      const { flow, webhook_url } = await reader.automations.get({ id: flowId })
      assert.equal(webhook_url, '***')
      const { name, input } = (flow.steps[0]!.input['then'] as { name: string; input: Record<string, object> }[])[0]!
      assert.deepEqual([name, input['url']], ['send', masked])
      assert.deepEqual(input['query'], { api_key: '********', page: '{{trigger.page}}' })
      const body = { token: '********', name: 'Ann', text: '{{hmacSha256(trigger.x, "********")}}' }
      assert.deepEqual(input['body'], body)
    }
    const editor = await signInMember(parley, owner.account, 'editor')
    for (const writer of [owner.client, editor.client]) {
      assert.equal((await writer.tools.get({ id: toolId })).data.url, url('tool'))
      assert.match((await writer.automations.get({ id: flowId })).webhook_url, /^http/)
      assert.match(JSON.stringify(await read(writer)), /canary-call/)
    }
  })

  it('cannot turn masks into values, nor can a client that copies what it read', async () => {
    const { owner, toolId, flowId } = await open()
    for (const field of ['url', 'endpoint'])
      await assert.rejects(
        owner.client.tools.update({ id: toolId, [field]: masked }),
        (error) => error instanceof ParleyError && error.status === 422,
      )
    const flow = automationOf([step('send', 'http_request', { method: 'GET', url: masked })]).flow
    await assert.rejects(
      owner.client.automations.update({ id: flowId, flow }),
      (error) => error instanceof ParleyError && error.status === 422,
    )
    assert.equal((await owner.client.tools.get({ id: toolId })).data.url, url('tool'))
  })
})
