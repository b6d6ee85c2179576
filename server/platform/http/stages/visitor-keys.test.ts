// Tests of `Idempotency-Key` without an API key: visitors behind one address never share a reply.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'

const parley = await startTestApp()
const { uuid: assistantId } = await parley.createAssistant()
after(() => parley[Symbol.asyncDispose]())

describe('an idempotency key without an API key', () => {
  async function start(key: string, headers: Record<string, string> = {}) {
    const response = await parley.app.http.inject({
      method: 'POST',
      url: '/api/conversations',
      remoteAddress: '192.0.2.7',
      headers: { 'idempotency-key': key, ...headers },
      payload: { assistant_id: assistantId },
    })
    return { status: response.statusCode, body: response.json() as Record<string, unknown> }
  }

  it('starts one conversation for a visitor, however often it is sent', async () => {
    const key = crypto.randomUUID()
    const [first, second] = [await start(key), await start(key)]
    assert.equal(first.status, 200)
    assert.deepEqual(second, first)
  })

  it('starts different conversations for visitors of different websites', async () => {
    const key = crypto.randomUUID()
    const origins = ['https://shop.example', 'https://bakery.example', `https://${'x'.repeat(8000)}.example`]
    const answers = [await start(key)]
    for (const origin of origins) answers.push(await start(key, { origin }))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.equal(new Set(answers.map(({ body }) => body['conversation_id'])).size, 4)
  })

  it('counts against the limit of the address, and still gets its reply afterwards', async () => {
    const { conversationsPerMinutePerAddress: limit } = parley.config.settings.visitor
    const remoteAddress = '198.51.100.9'
    const key = crypto.randomUUID()
    const send = async (idempotencyKey: string) => {
      const headers = { 'idempotency-key': idempotencyKey }
      const payload = { assistant_id: assistantId }
      const url = '/api/conversations'
      const response = await parley.app.http.inject({ method: 'POST', url, remoteAddress, headers, payload })
      return { status: response.statusCode, headers: response.headers, body: response.json() }
    }
    const first = await send(key)
    for (let sent = 1; sent < limit; sent++) assert.deepEqual((await send(key)).body, first.body)
    for (const again of [key, crypto.randomUUID()]) {
      const { status, headers, body } = await send(again)
      assert.equal(status, 429)
      assert.ok(Number(headers['retry-after']) > 0)
      assert.equal(headers['idempotent-replayed'], undefined)
      assert.ok(!('conversation_id' in body))
    }
    await sql`delete from rate_limits where key like ${`%${remoteAddress}`}`.execute(parley.app.context.db)
    const { status, headers, body } = await send(key)
    assert.deepEqual([status, headers['idempotent-replayed'], body], [200, 'true', first.body])
  })

  it('is rejected if it is so short that another visitor may choose it too', async () => {
    const message = 'Without an API key, the idempotency key must be a random value of at least 16 characters.'
    const body = { status: false, error: message, message, errors: { idempotency_key: [message] } }
    for (const key of ['1', 'start', 'x'.repeat(15)]) assert.deepEqual(await start(key), { status: 422, body })
    assert.equal((await start('x'.repeat(16))).status, 200)
  })

  it('may be short if the path contains the conversation id', async () => {
    const { body } = await start(crypto.randomUUID())
    const url = `/api/conversations/${body['conversation_id']}/messages`
    const { status } = await rawRequests(parley)('POST', url, { message: 'Hello' }, { 'idempotency-key': '1' })
    assert.equal(status, 200)
  })
})
