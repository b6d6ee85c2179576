// Tests of requests for conversations as existing clients of the interface send them.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'

const parley = await startTestApp({ script: 'Hello.' })
const ada = await parley.createAssistant({ initial_message: null })
const request = rawRequests(parley, ada.token)
after(() => parley[Symbol.asyncDispose]())

describe('conversations for existing clients', () => {
  const start = async (): Promise<string> =>
    (await ada.client.conversations.create({ assistant_id: ada.uuid })).conversation_id

  it('are taken over and returned to the assistant under the path of automations', async () => {
    const path = `/api/automate/conversations/${await start()}`
    const off = await request('POST', `${path}/disable-ai`)
    assert.deepEqual([off.status, off.body], [200, { status: true, ai_enabled: false }])
    const on = await request('POST', `${path}/enable-ai`)
    assert.deepEqual([on.status, on.body], [200, { status: true, ai_enabled: true }])
    const anonymous = await rawRequests(parley)('POST', `${path}/enable-ai`)
    assert.deepEqual([anonymous.status, anonymous.body], [401, { error: 'Unauthorized' }])
    const stranger = rawRequests(parley, (await parley.createAccount()).token)
    const refused = await stranger('POST', `${path}/disable-ai`)
    assert.deepEqual([refused.status, refused.body], [404, { status: false, error: 'Conversation not found' }])
  })

  it('get replies under the short path, from an assistant that is given by id, digits or UUID', async () => {
    const bob = await parley.createAssistant()
    const ask = rawRequests(parley, bob.token)
    const uuids = new Set<string>()
    for (const assistant_id of [bob.id, String(bob.id), bob.uuid]) {
      const input = { assistant_id, customer_identifier: 'joe', message: 'Hi' }
      const { status, body } = await ask('POST', '/api/ai/generate-reply', input)
      const { conversation_id, ...rest } = body
      uuids.add(conversation_id)
      const reply = { customer_identifier: 'joe', reply: 'Hello.', function_calls: [], ai_disabled: false }
      assert.deepEqual([status, rest], [200, { success: true, ...reply }])
    }
    assert.equal(uuids.size, 1)
  })

  it('accept messages as a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const url = `/api/conversations/${await start()}/messages`
    const { status, body } = await rawRequests(parley)('POST', url, 'message=Hi+there%21', headers)
    assert.deepEqual([status, body.message], [200, 'Hello.'])
    const { history } = (await request('GET', url.replace('/messages', ''))).body
    assert.deepEqual(history[0], { role: 'user', content: 'Hi there!' })
  })

  it('have one rate limit for both paths of a reply', async () => {
    const bob = await parley.createAssistant()
    const ask = rawRequests(parley, bob.token)
    const input = { assistant_id: bob.id, customer_identifier: 'joe', message: 'Hi' }
    for (let count = 0; count < 5; count++)
      await ask('POST', count % 2 ? '/api/ai/generate-reply' : '/api/user/ai/generate-reply', input)
    const { status, body } = await ask('POST', '/api/ai/generate-reply', input)
    assert.deepEqual([status, body.error_code], [429, 'RATE_LIMITED'])
  })

  it('are started by the integer id of the assistant only with a token of its account', async () => {
    const other = await parley.createAccount()
    for (const assistant_id of [ada.id, String(ada.id)]) {
      const started = await request('POST', '/api/conversations', { assistant_id, type: 'test' })
      assert.deepEqual([started.status, started.body.status, started.body.history], [200, true, []])
      for (const token of [other.token, undefined]) {
        const { status, body } = await rawRequests(parley, token)('POST', '/api/conversations', { assistant_id })
        assert.deepEqual([status, body], [404, { status: false, error: 'Assistant not found' }])
      }
    }
  })
})
