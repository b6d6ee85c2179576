// Tests of the scripted OpenAI server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startScriptedOpenAi } from './openai-server.ts'

const user = { role: 'user', content: 'Hi' }
const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }

async function post(baseUrl: string, body: unknown, headers: Record<string, string> = {}) {
  const reply = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: reply.status, text: await reply.text() }
}

test('responds without a stream by default', async () => {
  await using server = await startScriptedOpenAi({
    script: { pieces: ['Hel', 'lo', { tool: 'look', arguments: { at: 1 } }] },
  })
  const { status, text } = await post(server.baseUrl, { model: 'any', messages: [user] })
  assert.equal(status, 200)
  const { choices, usage } = JSON.parse(text)
  assert.equal(choices[0].message.content, 'Hello')
  assert.equal(choices[0].message.tool_calls[0].function.arguments, '{"at":1}')
  assert.equal(choices[0].finish_reason, 'tool_calls')
  assert.equal(usage.total_tokens, 12)
})

test('streams chunks, usage if requested, and an end', async () => {
  await using server = await startScriptedOpenAi({ script: { pieces: ['Hel', 'lo'] } })
  const plain = await post(server.baseUrl, { model: 'any', messages: [user], stream: true })
  assert.doesNotMatch(plain.text, /usage/)
  assert.match(
    plain.text,
    /"content":"Hel"[\s\S]*"content":"lo"[\s\S]*"finish_reason":"stop"[\s\S]*data: \[DONE\]\n\n$/,
  )
  const body = { model: 'any', messages: [user], stream: true, stream_options: { include_usage: true } }
  assert.match((await post(server.baseUrl, body)).text, /"prompt_tokens":7/)
})

test('uses answers in turn, repeats the last one, and can decide by request', async () => {
  await using server = await startScriptedOpenAi({ script: ['one', { status: 503 }, 'three'] })
  const ask = async () => (await post(server.baseUrl, { model: 'any', messages: [user] })).status
  assert.deepEqual([await ask(), await ask(), await ask(), await ask()], [200, 503, 200, 200])
  server.use(({ body }) => `You asked ${body.model}.`)
  assert.match((await post(server.baseUrl, { model: 'any', messages: [user] })).text, /You asked any\./)
})

test('rejects invalid requests like the real API', async () => {
  await using server = await startScriptedOpenAi({ apiKey: 'good', models: ['any'] })
  const key = { authorization: 'Bearer good' }
  const refused: [unknown, number][] = [
    ['{', 400],
    [[], 400],
    [{ messages: [user] }, 400],
    [{ model: 'any' }, 400],
    [{ model: 'any', messages: [] }, 400],
    [{ model: 'another', messages: [user] }, 404],
    [{ model: 'any', messages: [user], temprature: 1 }, 400],
    [{ model: 'any', messages: [user], temperature: 3 }, 400],
    [{ model: 'any', messages: [user], max_tokens: 0 }, 400],
    [{ model: 'any', messages: [user], stream_options: { include_usage: true } }, 400],
    [{ model: 'any', messages: [{ role: 'robot', content: 'Hi' }] }, 400],
    [{ model: 'any', messages: [{ role: 'user', content: null }] }, 400],
    [{ model: 'any', messages: [user, { role: 'tool', tool_call_id: 'c1', content: '' }] }, 400],
    [{ model: 'any', messages: [user, { role: 'assistant', content: null, tool_calls: [call] }] }, 400],
    [{ model: 'any', messages: [user, { role: 'assistant', content: null, tool_calls: [call] }, user] }, 400],
    [{ model: 'any', messages: [user], tools: [] }, 400],
    [{ model: 'any', messages: [user], tool_choice: 'auto' }, 400],
    [{ model: 'any', messages: [user], tools: [{ type: 'function', function: { name: 'a b' } }] }, 400],
    [{ model: 'any', messages: [user], tools: [{ type: 'function', function: { name: 'a', parameters: {} } }] }, 400],
  ]
  for (const [body, status] of refused) {
    assert.equal((await post(server.baseUrl, body, key)).status, status, JSON.stringify(body))
  }
  assert.equal((await post(server.baseUrl, { model: 'any', messages: [user] })).status, 401)
  assert.equal((await fetch(`${server.baseUrl}/chat/completions`, { headers: key })).status, 405)
  assert.equal((await fetch(`${server.baseUrl}/nothing`, { headers: key })).status, 404)
  assert.equal((await post(server.baseUrl, { model: 'any', messages: [user] }, key)).status, 200)
})
