// Requests for conversations as existing clients of the interface send them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type RawRequest, rawRequests } from '#server/testing/raw-request.ts'
import { startTestApp, type TestApp, type TestAssistant } from '#server/testing/test-app.ts'

describe('conversations for existing clients', () => {
  let parley: TestApp
  let ada: TestAssistant
  let request: RawRequest
  before(async () => {
    parley = await startTestApp({ script: 'Hello.' })
    ada = await parley.createAssistant({ initial_message: null })
    request = rawRequests(parley, ada.token)
  })
  after(() => parley[Symbol.asyncDispose]())

  const start = async (): Promise<string> =>
    (await ada.client.conversations.create({ assistant_id: ada.uuid })).conversation_id

  it('are taken over and handed back under the path of automations', async () => {
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

  it('are replied to under the short path, by an assistant that is named by id, digits or uuid', async () => {
    const bob = await parley.createAssistant()
    const ask = rawRequests(parley, bob.token)
    const answers = []
    for (const assistant_id of [bob.id, String(bob.id), bob.uuid]) {
      const input = { assistant_id, customer_identifier: 'joe', message: 'Hi' }
      answers.push(await ask('POST', '/api/ai/generate-reply', input))
    }
    const [{ status, body }] = answers as [(typeof answers)[number]]
    assert.equal(status, 200)
    assert.deepEqual(body, {
      success: true,
      conversation_id: body.conversation_id,
      customer_identifier: 'joe',
      reply: 'Hello.',
      function_calls: [],
      ai_disabled: false,
    })
    for (const answer of answers) assert.deepEqual(answer.body, body)
  })

  it('take messages as a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const url = `/api/conversations/${await start()}/messages`
    const { status, body } = await rawRequests(parley)('POST', url, 'message=Hi+there%21', headers)
    assert.deepEqual([status, body.message], [200, 'Hello.'])
    const { history } = (await request('GET', url.replace('/messages', ''))).body
    assert.deepEqual(history[0], { role: 'user', content: 'Hi there!' })
  })

  it('share one limit between both paths of a reply', async () => {
    const bob = await parley.createAssistant()
    const ask = rawRequests(parley, bob.token)
    const input = { assistant_id: bob.id, customer_identifier: 'joe', message: 'Hi' }
    for (let count = 0; count < 5; count++)
      await ask('POST', count % 2 ? '/api/ai/generate-reply' : '/api/user/ai/generate-reply', input)
    const { status, body } = await ask('POST', '/api/ai/generate-reply', input)
    assert.deepEqual([status, body.error_code], [429, 'RATE_LIMITED'])
  })

  it('are started by the integer id of the assistant with a token of its account alone', async () => {
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
