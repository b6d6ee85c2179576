// What the HTTP door does with every request: who may come in, which routes there are, and the exact words of each refusal.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { fixtureRoutes, says } from '#server/testing/endpoint-fixtures.ts'
import { type StartedHttpHarness, startHttpHarness } from '#server/testing/http-harness.ts'

describe('the HTTP door', () => {
  let door: StartedHttpHarness
  before(async () => {
    door = await startHttpHarness(fixtureRoutes)
  })
  after(() => door[Symbol.asyncDispose]())

  const token = 'account:1'
  const get = (url: string, more: object = {}) => door.ask({ method: 'GET', url, token, ...more })

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
  })

  it('refuses a token that is not ours where none is needed, and passes over other kinds of authorization', async () => {
    const open = (authorization: string) => door.ask({ method: 'GET', url: '/api/open', headers: { authorization } })
    for (const authorization of ['Bearer nobody', 'bearer', 'Bearer ', 'BEARER a b'])
      says(await open(authorization), 401, { message: 'Unauthenticated.' })
    for (const authorization of ['', 'Basic YTpi', 'Bearers x']) says(await open(authorization), 200, { account: null })
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
