// Tests of reading the body, query and ids of a request, with the exact error messages.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fixtureRoutes, says } from '#testing/http/endpoints.ts'
import { startHttpHarness } from '#testing/http/http-harness.ts'

const harness = await startHttpHarness(fixtureRoutes)
after(() => harness[Symbol.asyncDispose]())

describe('a request', () => {
  const token = 'account:1'
  const get = (url: string) => harness.ask({ method: 'GET', url, token })
  const post = (payload: string | Buffer | undefined, headers: Record<string, string> = {}) =>
    harness.ask({
      method: 'POST',
      url: '/api/user/things',
      token,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })

  it('gets the declared fields of the reply and the status of the endpoint', async () => {
    says(await post('{"name":" a "}'), 201, { name: 'a' })
  })

  it('with invalid JSON is rejected', async () => {
    const notJson = { message: 'The request body is not valid JSON.' }
    for (const payload of ['{', '{"name":}', '{name:1}', "{'a':1}", '{"a":1,}', '[1', 'NaN'])
      says(await post(payload), 400, notJson)
    for (const payload of ['{"a":1}{', '\ufeff{}', '{"a":"\n"}', '['.repeat(100_000)])
      says(await post(payload), 400, notJson)
    for (const payload of ['null', '1', '"text"', 'true', '[]', '[{"name":"a"}]'])
      says(await post(payload), 400, { message: 'The request body must be a JSON object.' })
    const latin1 = Buffer.from('{"\xff":1}', 'latin1')
    says(await post(latin1), 400, { message: 'The request body is not valid UTF-8.' })
    const nestedTwice = '{"name":"a","x":{"y":1,"y":1}}'
    for (const payload of ['{"name":"a","name":"b"}', '{"name":"a","n\\u0061me":"b"}', nestedTwice])
      says(await post(payload), 400, { message: 'The request body has the same key twice in one object.' })
    const nested = (levels: number) => `{"name":"a","x":${'['.repeat(levels)}${']'.repeat(levels)}}`
    for (const levels of [40, 50_000])
      says(await post(nested(levels)), 400, { message: 'The request body is nested deeper than 32 levels.' })
  })

  it('with invalid JSON is rejected in the envelope of the endpoint', async () => {
    const url = `/api/user/chatapp/${crypto.randomUUID()}/enable`
    const send = (payload: string, type: string) =>
      harness.ask({ method: 'POST', url, token, payload, headers: { 'content-type': type } })
    const error = 'The request body is not valid JSON.'
    says(await send('{', 'application/json'), 400, { status: false, error })
    const notJson = 'The request body must be JSON, sent with Content-Type: application/json.'
    says(await send('x', 'text/plain'), 400, { status: false, error: notJson })
  })

  it('with another content type is rejected', async () => {
    const message = 'The request body must be JSON, sent with Content-Type: application/json.'
    for (const type of ['text/plain', 'multipart/form-data', 'application/jsonp', 'x/y', 'nonsense', ';', '']) {
      says(await post('{"name":"a"}', { 'content-type': type }), 400, { message })
    }
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json']) {
      assert.equal((await post('{"name":"a"}', { 'content-type': type })).status, 201)
    }
  })

  it('with an empty body has no fields', async () => {
    const required = { message: 'The name field is required.', errors: { name: ['The name field is required.'] } }
    says(await post(''), 422, required)
    says(await post('  '), 422, required)
    says(await post('', { 'content-type': 'text/plain' }), 422, required)
    says(await harness.ask({ method: 'POST', url: '/api/user/things', token }), 422, required)
  })

  it('with a body above 256 KiB is rejected', async () => {
    const body = (bytes: number) => JSON.stringify({ name: 'a', note: 'x'.repeat(bytes - 22) })
    assert.equal(body(100).length, 100)
    says(await post(body(256 * 1024)), 201, { name: 'a' })
    says(await post(body(256 * 1024 + 1)), 413, { message: 'The POST data is too large.' })
  })

  it('with more than 10,000 values is rejected', async () => {
    const many = { message: 'The request body has more than 10,000 values.' }
    const list = (length: number) => Array.from({ length }, () => 1)
    assert.equal((await post(JSON.stringify({ name: 'a', x: list(9_998) }))).status, 201)
    says(await post(JSON.stringify({ name: 'a', x: list(9_999) })), 400, many)
    says(await post(JSON.stringify({ name: 'a', x: list(5_000).map(() => [1]) })), 400, many)
    const keys = Object.fromEntries(list(10_000).map((_, index) => [`k${index}`, 1]))
    says(await post(JSON.stringify({ name: 'a', ...keys })), 400, many)
  })

  it('has `__proto__` keys dropped', async () => {
    says(await post('{"name":"a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'), 201, {
      name: 'a',
    })
    assert.equal(({} as { polluted?: number }).polluted, undefined)
  })

  it('has its query and body coerced and validated by the same rules', async () => {
    says(await get('/api/user/things?limit=%205%20&all=1&unknown=x'), 200, { limit: 5, all: true })
    says(await get('/api/user/things?limit=&all='), 200, { limit: 10, all: null })
    says(await get('/api/user/things?limit=51&all=perhaps'), 422, {
      message: 'The limit may not be greater than 50. (and 1 more error)',
      errors: { limit: ['The limit may not be greater than 50.'], all: ['The all field must be true or false.'] },
    })
    says(await get('/api/user/things?limit=1&all=1&limit=2'), 200, { limit: 2, all: true })
    const invalid = (field: string, message: string) => ({ message, errors: { [field]: [message] } })
    says(await get('/api/user/things?limit=1&limit=x'), 422, invalid('limit', 'The limit must be an integer.'))
    says(await post('{"name":"\\u0000"}'), 422, invalid('name', 'The name format is invalid.'))
    const failed = { message: 'Validation failed', errors: { name: ['The name field is required.'] } }
    for (const id of ['1', 'x'])
      says(await harness.ask({ method: 'PUT', url: `/api/user/things/${id}`, token, payload: {} }), 422, failed)
  })

  it('with a malformed id gets the same response as with an unknown id', async () => {
    const similar = ['1.5', '1.0', '1e0', '+1', '01', '%201', '0x1', '-1', '0', 'null', 'undefined', 'NaN', '%00']
    const large = ['9223372036854775808', `${2 ** 31}`, '1'.repeat(30), '9'.repeat(400)]
    for (const id of ['2', 'x', ...similar, ...large, '%F0%9F%91%A9', "1'--", '1%2F2'])
      says(await get(`/api/user/things/${id}`), 404, { message: 'Thing not found.' })
    for (const uuid of ['x', '00000000-0000-0000-0000-00000000000', '%20550e8400-e29b-41d4-a716-446655440000']) {
      says(await harness.ask({ method: 'POST', url: `/api/user/chatapp/${uuid}/enable`, token }), 404, {
        status: false,
        error: 'Thing not found.',
      })
    }
  })
})
