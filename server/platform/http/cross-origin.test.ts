// Tests of preflights and CORS headers, which only origins that the operator lists get.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { rawRequests } from '#testing/http/raw-request.ts'

const origin = 'https://app.example.com'

const parley = await startTestApp({ config: { corsOrigins: [origin, 'http://localhost:5173'] } })
const { token } = await parley.createAccount()
after(() => parley[Symbol.asyncDispose]())

describe('a cross-origin request', () => {
  const preflight = (url: string, from: string | undefined, method = 'POST') =>
    rawRequests(parley)('OPTIONS', url, undefined, {
      ...(from === undefined ? {} : { origin: from }),
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    })
  const corsHeaders = (headers: Record<string, string | undefined>) =>
    Object.keys(headers).filter((name) => name.startsWith('access-control-'))

  it('from a listed origin passes the preflight on every path that needs an API key, including aliases', async () => {
    for (const url of ['/api/user/me', '/api/user/assistant/7', '/api/user/whatsapp/send', '/api/ai/generate-reply']) {
      const { status, headers, text } = await preflight(url, origin)
      assert.deepEqual([status, text], [204, ''], url)
      assert.equal(headers['access-control-allow-origin'], origin)
      assert.match(headers['access-control-allow-headers'] ?? '', /authorization.*content-type/)
      assert.equal(headers['access-control-allow-credentials'], undefined)
      assert.equal(headers['vary'], 'Origin')
    }
    const { headers } = await preflight('/api/user/assistant/7', origin, 'PATCH')
    const methods = (headers['access-control-allow-methods'] ?? '').split(', ').sort()
    assert.deepEqual(methods, ['DELETE', 'GET', 'PATCH', 'PUT'])
  })

  it('from a listed origin can read the response, including errors', async () => {
    const request = rawRequests(parley, token)
    const json = { origin, 'content-type': 'application/json' }
    const answers = [
      await request('GET', '/api/user/me', undefined, { origin }),
      await rawRequests(parley)('GET', '/api/user/me', undefined, { origin }),
      await request('POST', '/api/user/folders', {}, { origin }),
      await request('POST', '/api/user/folders', '{', json),
      await request('GET', '/api/user/assistant/9', undefined, { origin }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 401, 422, 400, 404],
    )
    for (const { headers } of answers) {
      assert.equal(headers['access-control-allow-origin'], origin)
      assert.match(headers['access-control-expose-headers'] ?? '', /x-request-id/)
      assert.equal(headers['access-control-allow-credentials'], undefined)
      assert.equal(headers['vary'], 'Origin')
    }
  })

  it('from any other origin gets no CORS headers', async () => {
    const similar = ['https://app.example.com.evil.example', 'http://app.example.com', 'https://app.example.com:444']
    for (const from of ['https://evil.example', ...similar, 'null', '*', undefined]) {
      const asked = await preflight('/api/user/me', from, 'GET')
      assert.deepEqual([asked.status, asked.headers['allow'], corsHeaders(asked.headers)], [405, 'GET, HEAD', []], from)
      const headers: Record<string, string> = from === undefined ? {} : { origin: from }
      const answer = await rawRequests(parley, token)('GET', '/api/user/me', undefined, headers)
      assert.deepEqual([answer.status, corsHeaders(answer.headers), answer.headers['vary']], [200, [], 'Origin'])
    }
  })

  it('to an endpoint for visitors is allowed from every origin, without credentials', async () => {
    for (const from of [origin, 'https://evil.example']) {
      const { status, headers } = await preflight('/api/conversations', from)
      assert.deepEqual([status, headers['access-control-allow-origin']], [204, '*'])
      assert.equal(headers['access-control-allow-credentials'], undefined)
    }
  })

  it('gets no CORS headers if the operator lists no origin', async () => {
    await using closed = await startTestApp()
    const request = rawRequests(closed, (await closed.createAccount()).token)
    const headers = { origin, 'access-control-request-method': 'GET' }
    const asked = await request('OPTIONS', '/api/user/me', undefined, headers)
    assert.deepEqual([asked.status, corsHeaders(asked.headers)], [405, []])
    const answer = await request('GET', '/api/user/me', undefined, { origin })
    assert.deepEqual([answer.status, corsHeaders(answer.headers), answer.headers['vary']], [200, [], undefined])
  })
})
