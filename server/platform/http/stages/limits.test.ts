// Tests of rate limits: the headers of successful responses, and the 429 response.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { z } from 'zod'
import { type Endpoint, endpoint } from '#contract/wire/endpoint.ts'
import { createHttpHarness, startHttpHarness } from '#testing/http/http-harness.ts'
import { routesOf } from '../route.ts'

const limited = (
  path: string,
  envelope: Endpoint['envelope'],
  per: 'account' | 'key',
  auth: 'key' | 'optional' = 'key',
) =>
  endpoint('POST', path, {
    summary: 'Limited',
    auth,
    body: z.object({ fine: z.boolean().optional() }),
    reply: z.object({ ok: z.boolean() }),
    envelope,
    limit: { requests: 2, windowMs: 60_000, per },
  })
const endpoints = [
  limited('/api/user/chatapp/send', 'coded', 'account'),
  limited('/api/user/other', 'message', 'account'),
  limited('/api/user/by-key', 'message', 'key'),
  limited('/api/open', 'message', 'account', 'optional'),
]
const free = endpoint('GET', '/api/user/free', {
  summary: 'Free',
  auth: 'key',
  reply: z.object({ ok: z.boolean() }),
  envelope: 'message',
})
const outside = { ...free, path: '/api/outside' }
const routes = [...endpoints, free, outside].flatMap((one) => routesOf({ one }, { one: () => ({ ok: true }) }))

const harness = await startHttpHarness(routes)
after(() => harness[Symbol.asyncDispose]())

describe('a rate limit', () => {
  const post = (url: string, token?: string, payload: object = {}) =>
    harness.ask({ method: 'POST', url, token, payload })

  it('sends the remaining requests with every success, and the time to retry with a 429', async () => {
    for (const remaining of ['1', '0']) {
      const { status, headers } = await post('/api/user/other', 'account:1')
      assert.deepEqual(
        [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'], headers['retry-after']],
        [200, '2', remaining, undefined],
      )
    }
    const { status, headers, body } = await post('/api/user/other', 'account:1')
    const seconds = Number(headers['retry-after'])
    assert.equal(status, 429)
    assert.ok(seconds >= 59 && seconds <= 60)
    assert.deepEqual(body, { message: 'Too Many Attempts.', retry_after: seconds })
    assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['2', '0'])
    const reset = Number(headers['x-ratelimit-reset']) - Date.now() / 1000
    assert.ok(reset > 55 && reset < 65)
  })

  it('sends an error code in the `coded` envelope', async () => {
    for (let sent = 0; sent < 2; sent++) await post('/api/user/chatapp/send', 'account:1')
    const { body } = await post('/api/user/chatapp/send', 'account:1')
    const { retry_after, ...rest } = body
    const message = 'Too Many Attempts.'
    assert.deepEqual(rest, { success: false, error: message, error_code: 'RATE_LIMITED', message })
    assert.ok(Number(retry_after) > 0)
  })

  it('counts all paths of an endpoint together', async () => {
    for (let sent = 0; sent < 2; sent++) await post('/api/user/chatapp/send', 'account:2')
    assert.equal((await post('/api/user/whatsapp/send', 'account:2')).status, 429)
  })

  it('counts every account, endpoint and anonymous address separately', async () => {
    for (const url of ['/api/user/other', '/api/user/by-key', '/api/open']) {
      for (const token of ['account:3', 'account:4']) {
        for (const status of [200, 200, 429]) assert.equal((await post(url, token)).status, status, `${url} ${token}`)
      }
    }
    const from = (remoteAddress: string) =>
      harness.ask({ method: 'POST', url: '/api/open', payload: {}, remoteAddress })
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      for (const status of [200, 200, 429]) assert.equal((await from(address)).status, status, address)
    }
  })

  it('counts requests with invalid input, but not unauthenticated requests', async () => {
    for (let sent = 0; sent < 3; sent++) assert.equal((await post('/api/user/other')).status, 401)
    for (const status of [422, 422, 429]) {
      assert.equal((await post('/api/user/other', 'account:5', { fine: 'perhaps' })).status, status)
    }
  })

  it('applies to all of /api/user/* together if it is configured, and to nothing else', async () => {
    const { context } = harness.parley.app
    const settings = { ...context.settings, requestsPerMinute: 3 }
    await using strict = await createHttpHarness({ ...context, settings }, routes)
    const get = (url: string, token = 'account:6') => strict.ask({ method: 'GET', url, token })
    for (let sent = 0; sent < 3; sent++) {
      const { headers } = await get('/api/user/free')
      assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['3', String(2 - sent)])
    }
    assert.equal((await get('/api/user/free')).status, 429)
    assert.equal((await get('/api/outside')).status, 200)
    assert.equal((await get('/api/user/free', 'account:7')).status, 200)
  })
})
