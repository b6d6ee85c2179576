// Requests for assistants in the form of existing clients.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'

const parley = await startTestApp()
const owner = await parley.createAccount()
const request = rawRequests(parley, owner.token)
after(() => parley[Symbol.asyncDispose]())

describe('assistants for existing clients', () => {
  const create = async (account = owner, name = 'Ada') => {
    const { id } = (await account.client.assistants.create({ name })).data
    const { uuid } = (await account.client.assistants.get({ id })).data
    return { id, uuid }
  }

  it('are listed as an array with their ids, names and times', async () => {
    const account = await parley.createAccount()
    const first = await create(account, 'First')
    const second = await create(account, 'Second')
    const { status, body } = await rawRequests(parley, account.token)('GET', '/api/user/assistants')
    assert.equal(status, 200)
    assert.deepEqual(
      body.map(({ id, uuid, name }: typeof body) => ({ id, uuid, name })),
      [
        { ...second, name: 'Second' },
        { ...first, name: 'First' },
      ],
    )
    for (const { created_at, updated_at } of body)
      for (const time of [created_at, updated_at]) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  })

  it('can be updated by PATCH, which the Allow header lists', async () => {
    const { id } = await create()
    const { status, body } = await request('PATCH', `/api/user/assistant/${id}`, { name: 'Grace' })
    assert.deepEqual([status, body.message, body.data.name], [200, 'Assistant updated successfully', 'Grace'])
    const wrong = await request('POST', `/api/user/assistant/${id}`, {})
    assert.deepEqual([wrong.status, wrong.headers['allow']], [405, 'DELETE, GET, HEAD, PATCH, PUT'])
  })

  it('are not updated with unknown fields alone, which are ignored beside a known one', async () => {
    const { id } = await create()
    const unknown = { mood: 'Be brief.', tone: 'Hi' }
    const refused = await request('PUT', `/api/user/assistant/${id}`, unknown)
    assert.equal(refused.status, 422)
    assert.deepEqual(refused.body, {
      message: 'Validation failed',
      errors: { mood: ['The mood field is unknown.'], tone: ['The tone field is unknown.'] },
    })
    assert.equal((await request('PATCH', `/api/user/assistant/${id}`, { '': 1 })).status, 422)
    assert.equal((await request('PUT', `/api/user/assistant/${id}`, {})).status, 200)
    assert.equal((await request('PUT', `/api/user/assistant/${id}`, { ...unknown, record: true })).status, 200)
  })

  it('are neither created nor updated with former names of fields', async () => {
    const { id } = await create()
    const former = { name: 'Grace', prompt: 'Be brief.', first_message: 'Hi' }
    for (const [method, path] of [
      ['POST', '/api/user/assistant'],
      ['PUT', `/api/user/assistant/${id}`],
      ['PATCH', `/api/user/assistants/${id}`],
    ] as const) {
      const { status, body } = await request(method, path, former)
      assert.equal(status, 422)
      assert.deepEqual(body, {
        message: 'Validation failed',
        errors: {
          prompt: ['The prompt field is unknown. Use system_prompt.'],
          first_message: ['The first_message field is unknown. Use initial_message.'],
        },
      })
    }
    assert.equal((await owner.client.assistants.get({ id })).data.name, 'Ada')
    const { body } = await request('PUT', `/api/user/assistant/${id}`, { model: 'gpt', mood: 'Calm' })
    assert.deepEqual(body.errors, {
      model: ['The model field is unknown. Use llm_model_id or multimodal_model_id.'],
      mood: ['The mood field is unknown.'],
    })
  })

  it('can be sent back as they were read', async () => {
    const { id } = await create()
    const { body } = await request('GET', `/api/user/assistant/${id}`)
    assert.equal((await request('PUT', `/api/user/assistant/${id}`, body.data)).status, 200)
  })

  it('are identified by their UUID in every path', async () => {
    const { id, uuid } = await create()
    const path = `/api/user/assistant/${uuid}`
    assert.equal((await request('GET', path)).body.data.id, id)
    assert.equal((await request('GET', path.toUpperCase().replace(/^.*\//, '/api/user/assistant/'))).body.data.id, id)
    assert.equal((await request('PUT', path, { record: true })).body.data.id, id)
    assert.equal((await request('PATCH', path, { record: false })).body.data.id, id)
    assert.equal((await request('POST', `${path}/deactivate`)).body.data.status, 'inactive')
    assert.equal((await request('POST', `${path}/activate`)).body.data.status, 'active')
    assert.deepEqual((await request('DELETE', path)).body, { message: 'Assistant deleted successfully' })
    assert.equal((await request('GET', path)).status, 404)
  })

  it('are also found at the plural of their path', async () => {
    const { body: created } = await request('POST', '/api/user/assistants', { name: 'Ada' })
    const path = `/api/user/assistants/${created.data.id}`
    assert.equal((await request('GET', path)).body.data.name, 'Ada')
    const { body } = await request('PATCH', path, { name: 'Grace' })
    assert.deepEqual([body.message, body.data.name], ['Assistant updated successfully', 'Grace'])
    assert.equal((await request('GET', '/api/user/assistants/outbound')).status, 200)
    assert.equal((await request('DELETE', path)).status, 200)
    assert.deepEqual((await request('GET', path)).body, { message: 'Assistant not found' })
  })

  for (const [path, name, active, url] of [
    ['webhook', 'Webhook', 'is_webhook_active', 'webhook_url'],
    ['inbound-webhook', 'Inbound webhook', 'is_inbound_webhook_active', 'inbound_webhook_url'],
    [
      'conversation-ended-webhook',
      'Conversation ended webhook',
      'is_conversation_ended_webhook_active',
      'conversation_ended_webhook_url',
    ],
  ] as const)
    it(`have their ${path} enabled and disabled at a path of their own`, async () => {
      const { id, uuid } = await create()
      const webhook_url = `https://hooks.example/${path}`
      const settings = async () => {
        const { data } = await owner.client.assistants.get({ id })
        return [data[active], data[url]]
      }
      const enabled = await request('POST', `/api/user/assistants/${uuid}/${path}`, { webhook_url })
      assert.deepEqual(enabled.body, { message: `${name} enabled successfully`, data: [] })
      assert.deepEqual(await settings(), [true, webhook_url])
      const disabled = await request('DELETE', `/api/user/assistants/${id}/${path}`)
      assert.deepEqual(disabled.body, { message: `${name} disabled successfully`, data: [] })
      assert.deepEqual(await settings(), [false, webhook_url])
      const absent = await request('POST', `/api/user/assistants/${crypto.randomUUID()}/${path}`, { webhook_url })
      assert.deepEqual([absent.status, absent.body], [404, { message: 'Assistant not found' }])
    })

  it('are identified by id, digits or UUID in every body', async () => {
    const { id, uuid } = await create()
    for (const assistant_id of [id, String(id), uuid]) {
      const on = { assistant_id, webhook_url: 'https://hooks.example/ended' }
      assert.equal((await request('POST', '/api/user/assistants/enable-webhook', on)).status, 200)
      assert.equal(
        (await request('POST', '/api/user/assistants/disable-inbound-webhook', { assistant_id })).status,
        200,
      )
      const transfer = { type: 'assistant_transfer', assistant_id }
      const given = { name: 'Desk', tools: [transfer, { type: 'assistant_transfer', data: { assistant_id } }] }
      const { body } = await request('POST', '/api/user/assistant', given)
      const { tools } = (await request('GET', `/api/user/assistant/${body.data.id}`)).body.data
      assert.deepEqual(
        tools.map(({ data }: { data: object }) => data),
        [{ assistant_id: id }, { assistant_id: id }],
      )
    }
  })

  it('of other accounts get the same response as ids and UUIDs that do not exist', async () => {
    const foreign = await create(await parley.createAccount())
    const deleted = await create()
    await owner.client.assistants.delete({ id: deleted.id })
    const absent = [1_999_999_937, crypto.randomUUID(), foreign.uuid, deleted.uuid]
    const transferTo = (assistant_id: number | string) => ({
      name: 'Desk',
      tools: [{ type: 'assistant_transfer', assistant_id }],
    })
    const asked: [string, (id: number | string) => Promise<{ status: number; text: string }>][] = [
      ['get', (id) => request('GET', `/api/user/assistant/${id}`)],
      ['patch', (id) => request('PATCH', `/api/user/assistant/${id}`, { name: 'Mine' })],
      ['faulty patch', (id) => request('PATCH', `/api/user/assistant/${id}`, { name: '', language_id: 'x' })],
      ['delete', (id) => request('DELETE', `/api/user/assistant/${id}`)],
      ['switch', (assistant_id) => request('POST', '/api/user/assistants/disable-webhook', { assistant_id })],
      ['transfer', (assistant_id) => request('POST', '/api/user/assistant', transferTo(assistant_id))],
      ['filter', (id) => request('GET', `/api/user/conversations?assistant_id=${id}`)],
    ]
    for (const [name, ask] of asked) {
      const answers = await Promise.all(absent.map(ask))
      const [{ status, text }] = answers as [{ status: number; text: string }]
      assert.ok(status >= 400, name)
      for (const answer of answers) assert.deepEqual([answer.status, answer.text], [status, text], name)
    }
  })

  it('are not identified by anything else', async () => {
    const errors = { assistant_id: ['The assistant id must be an integer.'] }
    for (const assistant_id of ['x', '1.5', true, [1], {}, '550e8400-e29b-41d4-a716', 'null']) {
      const { status, body } = await request('POST', '/api/user/assistants/disable-webhook', { assistant_id })
      assert.deepEqual([status, body.errors], [422, errors], JSON.stringify(assistant_id))
    }
    const missing = await request('POST', '/api/user/assistants/disable-webhook', {})
    assert.deepEqual(missing.body.errors, { assistant_id: ['The assistant id field is required.'] })
  })
})
