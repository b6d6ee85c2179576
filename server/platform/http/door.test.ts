// What the HTTP door does with every request: who may come in, what can be read, and the exact words of each refusal.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { idParam, requiredText, uuidParam } from '#contract/fields.ts'
import { type Answer, type StartedDoor, startDoor } from '#server/testing/door.ts'
import { Refusal } from '../refusal.ts'
import { route } from './route.ts'

const notFound = { THING_NOT_FOUND: { status: 404, sentence: 'Thing not found.' } }
const absent = { id: 'THING_NOT_FOUND' }

const things = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/things',
    summary: 'List',
    auth: 'key',
    query: z.object({ limit: z.int().min(1).max(50).default(10), all: z.boolean().optional() }),
    reply: z.object({ limit: z.int(), all: z.boolean().nullable() }),
    envelope: 'message',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/user/things',
    summary: 'Create',
    auth: 'key',
    body: z.object({ name: requiredText(255), note: z.string().optional() }),
    status: 201,
    reply: z.object({ name: z.string() }),
    envelope: 'message',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/user/things/{id}',
    alsoMethods: ['PATCH'],
    summary: 'Change',
    auth: 'key',
    params: idParam,
    absent,
    body: z.object({ name: requiredText(5) }),
    reply: z.object({ id: z.int() }),
    refusals: notFound,
    envelope: 'message',
    validationMessage: 'Validation failed',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/user/things/{id}',
    summary: 'Read',
    auth: 'key',
    params: idParam,
    absent,
    reply: z.object({ id: z.int() }),
    refusals: notFound,
    envelope: 'message',
  }),
  talk: endpoint({
    method: 'POST',
    path: '/api/user/chatapp/{uuid}/enable',
    summary: 'Enable',
    auth: 'key',
    params: uuidParam,
    absent: { uuid: 'THING_NOT_FOUND' },
    unauthenticated: { error: 'Unauthorized' },
    reply: z.object({ status: z.boolean() }),
    refusals: notFound,
    envelope: 'status',
  }),
  open: endpoint({
    method: 'GET',
    path: '/api/open',
    summary: 'Open to all',
    auth: 'optional',
    reply: z.object({ account: z.int().nullable() }),
    envelope: 'message',
  }),
  fault: endpoint({
    method: 'GET',
    path: '/api/fault',
    summary: 'Fail',
    auth: 'none',
    query: z.object({ how: z.string().optional() }),
    reply: z.object({ fine: z.boolean() }),
    envelope: 'message',
  }),
}

const routes = [
  route(things.list, (_ctx, { query }) => ({ limit: query.limit, all: query.all ?? null })),
  route(things.create, (_ctx, { body }) => ({ name: body.name, secret: 'not declared' })),
  route(things.change, (_ctx, { params }) => ({ id: found(params.id) })),
  route(things.read, (_ctx, { params }) => ({ id: found(params.id) })),
  route(things.talk, () => ({ status: true })),
  route(things.open, (ctx) => ({ account: ctx.account?.id ?? null })),
  route(things.fault, (_ctx, { query }) => {
    if (query.how === 'schema') return { fine: 'canary' as never }
    if (query.how === 'undeclared') throw new Refusal('NOBODY_DECLARED_THIS', 'canary')
    throw new Error('canary: select secret from accounts')
  }),
]

function found(id: number): number {
  if (id !== 1) throw new Refusal('THING_NOT_FOUND')
  return id
}

describe('the HTTP door', () => {
  let door: StartedDoor
  before(async () => {
    door = await startDoor(routes)
  })
  after(() => door[Symbol.asyncDispose]())

  const token = 'account:1'
  const get = (url: string, more: object = {}) => door.ask({ method: 'GET', url, token, ...more })
  const post = (payload: string | Buffer | undefined, headers: Record<string, string> = {}) =>
    door.ask({
      method: 'POST',
      url: '/api/user/things',
      token,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const says = (answer: Answer, status: number, body: unknown) => {
    assert.deepEqual([answer.status, answer.body], [status, body])
    assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/)
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
  }

  it('asks for a token', async () => {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      'Bearer nobody',
      'Basic account:1',
      'account:1',
      'Bearer a b',
    ]) {
      const answer = await door.ask({ method: 'GET', url: '/api/user/things', headers: { authorization } })
      says(answer, 401, { message: 'Unauthenticated.' })
    }
    says(await door.ask({ method: 'GET', url: '/api/user/things' }), 401, { message: 'Unauthenticated.' })
  })

  it('asks in the words of the endpoint where it has its own', async () => {
    const url = `/api/user/chatapp/${crypto.randomUUID()}/enable`
    says(await door.ask({ method: 'POST', url }), 401, { error: 'Unauthorized' })
  })

  it('takes the scheme word in any case and blanks around the token', async () => {
    for (const authorization of ['bearer account:1', 'BEARER account:1', 'Bearer   account:1 ']) {
      assert.equal((await door.ask({ method: 'GET', url: '/api/user/things', headers: { authorization } })).status, 200)
    }
  })

  it('serves callers without a token where none is needed, and knows those with one', async () => {
    says(await door.ask({ method: 'GET', url: '/api/open' }), 200, { account: null })
    says(await get('/api/open'), 200, { account: 1 })
    says(await get('/api/open', { token: 'nobody' }), 200, { account: null })
  })

  it('asks for a token before it reads anything', async () => {
    says(await door.ask({ method: 'POST', url: '/api/user/things', payload: '{nonsense' }), 401, {
      message: 'Unauthenticated.',
    })
  })

  it('says which route could not be found', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      says(await door.ask({ method, url: '/api/x', token }), 404, { message: 'The route api/x could not be found.' })
    }
    says(await get('/'), 404, { message: 'The route  could not be found.' })
    says(await get('/api/user/things/1/more?x=1'), 404, {
      message: 'The route api/user/things/1/more could not be found.',
    })
    says(await get('/api/user/Things'), 404, { message: 'The route api/user/Things could not be found.' })
    says(await get('/api/user/things/%ff'), 404, { message: 'The route api/user/things/%ff could not be found.' })
    says(await get('/api/%zz'), 404, { message: 'The route api/%zz could not be found.' })
  })

  it('says so before it looks at the body', async () => {
    const payload = '{nonsense'
    for (const type of ['application/json', 'text/plain']) {
      says(await door.ask({ method: 'POST', url: '/api/x', payload, headers: { 'content-type': type } }), 404, {
        message: 'The route api/x could not be found.',
      })
      says(await door.ask({ method: 'POST', url: '/api/open', payload, headers: { 'content-type': type } }), 405, {
        message: 'The POST method is not supported for route api/open. Supported methods: GET, HEAD.',
      })
    }
  })

  it('says which methods a route supports', async () => {
    const answer = await door.ask({ method: 'DELETE', url: '/api/user/things?x=1', token })
    says(answer, 405, {
      message: 'The DELETE method is not supported for route api/user/things. Supported methods: GET, HEAD, POST.',
    })
    assert.equal(answer.headers['allow'], 'GET, HEAD, POST')
    const nested = await door.ask({ method: 'POST', url: '/api/user/things/7/', token, payload: {} })
    says(nested, 405, {
      message:
        'The POST method is not supported for route api/user/things/7. Supported methods: GET, HEAD, PATCH, PUT.',
    })
    says(await door.ask({ method: 'OPTIONS', url: '/api/user/things' }), 405, {
      message: 'The OPTIONS method is not supported for route api/user/things. Supported methods: GET, HEAD, POST.',
    })
  })

  it('answers HEAD like GET, without a body', async () => {
    const answer = await door.ask({ method: 'HEAD', url: '/api/user/things', token })
    assert.equal(answer.status, 200)
    assert.equal(answer.text, '')
    assert.equal((await door.ask({ method: 'HEAD', url: '/api/user/things' })).status, 401)
  })

  it('answers behind a trailing slash and under the name that clients in the wild use', async () => {
    assert.equal((await get('/api/user/things/')).status, 200)
    assert.equal((await get('/api/user/things/1/')).status, 200)
    const url = `/api/user/whatsapp/${crypto.randomUUID()}/enable`
    says(await door.ask({ method: 'POST', url, token }), 200, { status: true })
  })

  it('answers under the other methods of an endpoint', async () => {
    const ask = (method: 'PUT' | 'PATCH') =>
      door.ask({ method, url: '/api/user/things/1', token, payload: { name: 'a' } })
    says(await ask('PATCH'), 200, { id: 1 })
    says(await ask('PUT'), 200, { id: 1 })
  })

  it('writes what the reply declares, with the status of a creation', async () => {
    says(await post('{"name":" a "}'), 201, { name: 'a' })
  })

  it('refuses what is not JSON with one sentence', async () => {
    const notJson = { message: 'The request body is not valid JSON.' }
    for (const payload of [
      '{',
      '{"name":}',
      '{name:1}',
      "{'a':1}",
      '{"a":1,}',
      '[1',
      'NaN',
      '{"a":1}{',
      '\ufeff{}',
      '{"a":"\n"}',
    ]) {
      says(await post(payload), 400, notJson)
    }
    for (const payload of ['null', '1', '"text"', 'true', '[]', '[{"name":"a"}]']) {
      says(await post(payload), 400, { message: 'The request body must be a JSON object.' })
    }
    says(await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 400, {
      message: 'The request body is not valid UTF-8.',
    })
    for (const payload of [
      '{"name":"a","name":"b"}',
      '{"name":"a","n\\u0061me":"b"}',
      '{"name":"a","x":{"y":1,"y":1}}',
    ]) {
      says(await post(payload), 400, { message: 'The request body has the same key twice in one object.' })
    }
    const deep = `{"name":"a","x":${'['.repeat(40)}${']'.repeat(40)}}`
    says(await post(deep), 400, { message: 'The request body is nested deeper than 32 levels.' })
    says(await post('['.repeat(100_000)), 400, notJson)
    says(await post(`{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`), 400, {
      message: 'The request body is nested deeper than 32 levels.',
    })
  })

  it('refuses other kinds of content', async () => {
    const message = 'The request body must be JSON, sent with Content-Type: application/json.'
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonp',
      'x/y',
      'nonsense',
      ';',
      '',
    ]) {
      says(await post('{"name":"a"}', { 'content-type': type }), 400, { message })
    }
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json']) {
      assert.equal((await post('{"name":"a"}', { 'content-type': type })).status, 201)
    }
  })

  it('takes an empty body for one without fields', async () => {
    const required = { message: 'The name field is required.', errors: { name: ['The name field is required.'] } }
    says(await post(''), 422, required)
    says(await post('  '), 422, required)
    says(await post('', { 'content-type': 'text/plain' }), 422, required)
    says(await door.ask({ method: 'POST', url: '/api/user/things', token }), 422, required)
  })

  it('refuses a body above 256 KiB', async () => {
    const body = (bytes: number) => JSON.stringify({ name: 'a', note: 'x'.repeat(bytes - 22) })
    assert.equal(body(100).length, 100)
    says(await post(body(256 * 1024)), 201, { name: 'a' })
    says(await post(body(256 * 1024 + 1)), 413, { message: 'The POST data is too large.' })
  })

  it('ignores names that reach into the prototype', async () => {
    says(await post('{"name":"a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'), 201, {
      name: 'a',
    })
    assert.equal(({} as { polluted?: number }).polluted, undefined)
  })

  it('checks query and body by the same habits', async () => {
    says(await get('/api/user/things?limit=%205%20&all=1&unknown=x'), 200, { limit: 5, all: true })
    says(await get('/api/user/things?limit=&all='), 200, { limit: 10, all: null })
    says(await get('/api/user/things?limit=51&all=perhaps'), 422, {
      message: 'The limit may not be greater than 50. (and 1 more error)',
      errors: { limit: ['The limit may not be greater than 50.'], all: ['The all field must be true or false.'] },
    })
    says(await get('/api/user/things?limit=1&all=1&limit=2'), 200, { limit: 2, all: true })
    says(await get('/api/user/things?limit=1&limit=x'), 422, {
      message: 'The limit must be an integer.',
      errors: { limit: ['The limit must be an integer.'] },
    })
    says(await post('{"name":"\\u0000"}'), 422, {
      message: 'The name format is invalid.',
      errors: { name: ['The name format is invalid.'] },
    })
    says(await door.ask({ method: 'PUT', url: '/api/user/things/1', token, payload: {} }), 422, {
      message: 'Validation failed',
      errors: { name: ['The name field is required.'] },
    })
  })

  it('answers a malformed id like one that does not exist, after validation', async () => {
    const malformed = [
      '2',
      'x',
      '1.5',
      '1.0',
      '1e0',
      '+1',
      '01',
      '%201',
      '0x1',
      '-1',
      '0',
      'null',
      'undefined',
      'NaN',
      '%00',
      '9223372036854775808',
      `${2 ** 31}`,
      '1'.repeat(30),
      '9'.repeat(400),
      '%F0%9F%91%A9',
      "1'--",
      '1%2F2',
    ]
    for (const id of malformed) {
      says(await get(`/api/user/things/${id}`), 404, { message: 'Thing not found.' })
    }
    says(await door.ask({ method: 'PUT', url: '/api/user/things/x', token, payload: {} }), 422, {
      message: 'Validation failed',
      errors: { name: ['The name field is required.'] },
    })
    for (const uuid of ['x', '00000000-0000-0000-0000-00000000000', '%20550e8400-e29b-41d4-a716-446655440000']) {
      says(await door.ask({ method: 'POST', url: `/api/user/chatapp/${uuid}/enable`, token }), 404, {
        status: false,
        error: 'Thing not found.',
      })
    }
  })

  it('keeps faults of our own to itself', async () => {
    for (const how of ['schema', 'undeclared', 'throw']) {
      says(await get(`/api/fault?how=${how}`), 500, { message: 'Server Error' })
    }
  })

  it('answers what is not HTTP in its own form too', async () => {
    await door.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = door.http.server.address() as { port: number }
    const answer = await say(port, 'nonsense\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.match(answer, /\r\n\r\n\{"message":"The request could not be read\."\}$/)
    const long = await say(port, `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`)
    assert.match(long, /^HTTP\/1\.1 431 /)
    assert.match(long, /\r\n\r\n\{"message":"The request could not be read\."\}$/)
  })
})

function say(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(heard))
  })
}
