// The HTTP server: authentication, unknown routes and methods, and the exact error messages.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { fixtureRoutes, says } from '#server/testing/endpoint-fixtures.ts'
import { type StartedHttpHarness, startHttpHarness } from '#server/testing/http-harness.ts'

describe('the HTTP server', () => {
  let door: StartedHttpHarness
  before(async () => {
    door = await startHttpHarness(fixtureRoutes)
  })
  after(() => door[Symbol.asyncDispose]())

  const token = 'account:1'
  const get = (url: string, more: object = {}) => door.ask({ method: 'GET', url, token, ...more })

  it('requires a token', async () => {
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

  it('sends the 401 body of the endpoint if it declares one', async () => {
    const url = `/api/user/chatapp/${crypto.randomUUID()}/enable`
    says(await door.ask({ method: 'POST', url }), 401, { error: 'Unauthorized' })
  })

  it('accepts the Bearer scheme in any case and blanks around the token', async () => {
    for (const authorization of ['bearer account:1', 'BEARER account:1', 'Bearer   account:1 ']) {
      assert.equal((await door.ask({ method: 'GET', url: '/api/user/things', headers: { authorization } })).status, 200)
    }
  })

  it('serves requests without a token where it is optional, and authenticates those with one', async () => {
    says(await door.ask({ method: 'GET', url: '/api/open' }), 200, { account: null })
    says(await get('/api/open'), 200, { account: 1 })
  })

  it('rejects an unknown Bearer token where it is optional, and ignores other schemes', async () => {
    const open = (authorization: string) => door.ask({ method: 'GET', url: '/api/open', headers: { authorization } })
    for (const authorization of ['Bearer nobody', 'bearer', 'Bearer ', 'BEARER a b'])
      says(await open(authorization), 401, { message: 'Unauthenticated.' })
    for (const authorization of ['', 'Basic YTpi', 'Bearers x']) says(await open(authorization), 200, { account: null })
  })

  it('requires a token before it reads the body', async () => {
    says(await door.ask({ method: 'POST', url: '/api/user/things', payload: '{nonsense' }), 401, {
      message: 'Unauthenticated.',
    })
  })

  it('names the route that could not be found', async () => {
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

  it('rejects unknown routes and methods before it reads the body', async () => {
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

  it('lists the methods that a route supports', async () => {
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

  it('accepts a trailing slash and the `whatsapp` spelling of a path', async () => {
    assert.equal((await get('/api/user/things/')).status, 200)
    assert.equal((await get('/api/user/things/1/')).status, 200)
    const url = `/api/user/whatsapp/${crypto.randomUUID()}/enable`
    says(await door.ask({ method: 'POST', url, token }), 200, { status: true })
  })

  it('accepts the other methods of an endpoint', async () => {
    const ask = (method: 'PUT' | 'PATCH') =>
      door.ask({ method, url: '/api/user/things/1', token, payload: { name: 'a' } })
    says(await ask('PATCH'), 200, { id: 1 })
    says(await ask('PUT'), 200, { id: 1 })
  })

  it('does not reveal internal errors', async () => {
    for (const how of ['schema', 'undeclared', 'throw']) {
      says(await get(`/api/fault?how=${how}`), 500, { message: 'Server Error' })
    }
  })

  it('answers invalid HTTP with a JSON error', async () => {
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
