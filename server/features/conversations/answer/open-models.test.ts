// Tests of conversations with models of other servers: their thoughts, written tool calls, limits and errors.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import type { Script, ScriptedBody } from '#testing/language-models/script.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ script: 'Hello.' })
after(() => parley[Symbol.asyncDispose]())

async function open(fields: object = {}, account?: Awaited<ReturnType<typeof parley.createAssistant>>) {
  const ada = await parley.createAssistant({ initial_message: null, ...fields }, account)
  const { conversation_id: uuid } = await ada.client.conversations.create({ assistant_id: ada.uuid })
  const say = (message: string) => ada.client.conversations.sendMessage({ uuid, message })
  const stream = async (message: string): Promise<string> => {
    const { payload } = await parley.app.http.inject({
      method: 'POST',
      url: `/api/conversations/${uuid}/messages`,
      headers: { accept: 'text/event-stream', authorization: `Bearer ${ada.token}` },
      payload: { message },
    })
    return payload
  }
  return { ada, uuid, say, stream }
}

const chunks = (text: string): ScriptedBody => {
  const deltas = text.match(/.{1,3}/gs)!.map((content) => ({ choices: [{ index: 0, delta: { content } }] }))
  return {
    raw: [...deltas, '[DONE]'].map((data) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`),
  }
}

describe('a conversation with a model of another server', () => {
  it('has no thoughts, in answers and in streams', async () => {
    const { ada, uuid, say, stream } = await open()
    parley.model.use(chunks('Nine, say the documents.\n</think>\n\nWe open at nine.'))
    assert.equal((await say('When do you open?')).message, 'We open at nine.')
    const streamed = await stream('Really?')
    assert.match(streamed, /We/)
    assert.doesNotMatch(streamed, /documents|think/)
    const { history } = (await ada.client.conversations.show({ uuid })).data
    assert.ok(history.every(({ role, content }) => role === 'user' || content === 'We open at nine.'))
  })

  it('runs a tool call that was written as text, and answers with its result', async () => {
    const bob = await parley.createAssistant()
    const tools = [{ type: 'assistant_transfer' as const, assistant_id: bob.id }]
    const { say } = await open({ tools }, bob)
    const script: Script = ({ body }) => {
      const messages = body['messages'] as { role: string }[]
      const [tool] = (body['tools'] ?? []) as { function: { name: string } }[]
      if (messages.at(-1)?.role === 'tool') return 'I could not transfer you.'
      return chunks(`I try it.\n<tool_call>{"name": "${tool!.function.name}", "arguments": {}}</tool_call>`)
    }
    parley.model.use(script)
    const { message, function_calls: calls } = await say('Another assistant, please.')
    assert.equal(calls.length, 1)
    assert.doesNotMatch(message, /tool_call|[{}]/)
  })

  it('continues when the history is longer than the context', async () => {
    const { say } = await open()
    parley.model.use(({ body }) => {
      const input = JSON.stringify(body['messages']).length / 4
      const output = Number(body['max_tokens'])
      if (input + output <= 6_000) return 'Noted.'
      const message = `This model's maximum context length is 6000 tokens and your request has ${Math.ceil(input)} input tokens.`
      return { status: 400, message }
    })
    for (let turn = 0; turn < 8; turn++)
      assert.equal((await say(`Detail ${turn}: ${'the parcel is late. '.repeat(80)}`)).message, 'Noted.')
  })

  it('reports to the account what the server said', async () => {
    const { say } = await open()
    parley.model.use({ status: 400, message: 'The adapter is not loaded.' })
    const error =
      'Failed to process message: The model vendor refused the request (HTTP 400): The adapter is not loaded.'
    await assert.rejects(say('Hello'), refusedWith(400, { status: false, error }))
  })
})
