// Tests of the HTTP server: authentication, unknown routes and methods, with the exact error messages.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { until } from '#testing/app/until.ts'
import { fixtureRoutes, says } from '#testing/http/endpoints.ts'
import { createHttpHarness, startHttpHarness } from '#testing/http/http-harness.ts'

const harness = await startHttpHarness(fixtureRoutes)
after(() => harness[Symbol.asyncDispose]())

describe('the HTTP server', () => {
  const token = 'account:1'
  const get = (url: string, more: object = {}) => harness.ask({ method: 'GET', url, token, ...more })

  it('requires a token', async () => {
    const unknown = ['', 'Bearer', 'Bearer ', 'Bearer unknown', 'Basic account:1', 'account:1', 'Bearer a b']
    for (const headers of [{}, ...unknown.map((authorization) => ({ authorization }))]) {
      const answer = await harness.ask({ method: 'GET', url: '/api/user/things', headers })
      says(answer, 401, { message: 'Unauthenticated.' })
    }
  })

  it('sends the 401 body of the endpoint if it declares one', async () => {
    const url = `/api/user/chatapp/${crypto.randomUUID()}/enable`
    says(await harness.ask({ method: 'POST', url }), 401, { error: 'Unauthorized' })
  })

  it('accepts the Bearer scheme in any case and blanks around the token', async () => {
    for (const authorization of ['bearer account:1', 'BEARER account:1', 'Bearer   account:1 ']) {
      assert.equal(
        (await harness.ask({ method: 'GET', url: '/api/user/things', headers: { authorization } })).status,
        200,
      )
    }
  })

  it('serves requests without a token where it is optional, and authenticates those with one', async () => {
    says(await harness.ask({ method: 'GET', url: '/api/open' }), 200, { account: null })
    says(await get('/api/open'), 200, { account: 1 })
  })

  it('rejects an unknown Bearer token where it is optional, and ignores other schemes', async () => {
    const open = (authorization: string) => harness.ask({ method: 'GET', url: '/api/open', headers: { authorization } })
    for (const authorization of ['Bearer unknown', 'bearer', 'Bearer ', 'BEARER a b'])
      says(await open(authorization), 401, { message: 'Unauthenticated.' })
    for (const authorization of ['', 'Basic YTpi', 'Bearers x']) says(await open(authorization), 200, { account: null })
  })

  it('requires a token before it reads the body', async () => {
    const answer = await harness.ask({ method: 'POST', url: '/api/user/things', payload: '{nonsense' })
    says(answer, 401, { message: 'Unauthenticated.' })
  })

  const notFound = (path: string) => ({ message: `The route ${path} could not be found.` })
  const notSupported = (method: string, path: string, supported: string) => ({
    message: `The ${method} method is not supported for route ${path}. Supported methods: ${supported}.`,
  })

  it('names the route that could not be found', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)
      says(await harness.ask({ method, url: '/api/x', token }), 404, notFound('api/x'))
    for (const path of ['', 'api/user/things/1/more', 'api/user/Things', 'api/user/things/%ff', 'api/%zz'])
      says(await get(`/${path}?x=1`), 404, notFound(path))
  })

  it('rejects unknown routes and methods before it reads the body', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const post = (url: string) =>
        harness.ask({ method: 'POST', url, payload: '{nonsense', headers: { 'content-type': type } })
      says(await post('/api/x'), 404, notFound('api/x'))
      says(await post('/api/open'), 405, notSupported('POST', 'api/open', 'GET, HEAD'))
    }
  })

  it('lists the methods that a route supports', async () => {
    const answer = await harness.ask({ method: 'DELETE', url: '/api/user/things?x=1', token })
    says(answer, 405, notSupported('DELETE', 'api/user/things', 'GET, HEAD, POST'))
    assert.equal(answer.headers['allow'], 'GET, HEAD, POST')
    const nested = await harness.ask({ method: 'POST', url: '/api/user/things/7/', token, payload: {} })
    says(nested, 405, notSupported('POST', 'api/user/things/7', 'GET, HEAD, PATCH, PUT'))
    const options = await harness.ask({ method: 'OPTIONS', url: '/api/user/things' })
    says(options, 405, notSupported('OPTIONS', 'api/user/things', 'GET, HEAD, POST'))
  })

  it('answers HEAD like GET, without a body', async () => {
    const answer = await harness.ask({ method: 'HEAD', url: '/api/user/things', token })
    assert.deepEqual([answer.status, answer.text], [200, ''])
    assert.equal((await harness.ask({ method: 'HEAD', url: '/api/user/things' })).status, 401)
  })

  it('accepts a trailing slash and the `whatsapp` spelling of a path', async () => {
    assert.equal((await get('/api/user/things/')).status, 200)
    assert.equal((await get('/api/user/things/1/')).status, 200)
    const url = `/api/user/whatsapp/${crypto.randomUUID()}/enable`
    says(await harness.ask({ method: 'POST', url, token }), 200, { status: true })
  })

  it('accepts the other methods of an endpoint', async () => {
    const ask = (method: 'PUT' | 'PATCH') =>
      harness.ask({ method, url: '/api/user/things/1', token, payload: { name: 'a' } })
    says(await ask('PATCH'), 200, { id: 1 })
    says(await ask('PUT'), 200, { id: 1 })
  })

  it('does not reveal internal errors', async () => {
    for (const how of ['schema', 'undeclared', 'throw']) {
      says(await get(`/api/fault?how=${how}`), 500, { message: 'Server Error' })
    }
  })

  it('answers invalid HTTP with a JSON error', async () => {
    await harness.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = harness.http.server.address() as { port: number }
    const send = (request: string) => text(connect(port, '127.0.0.1').end(request))
    const body = '\r\n\r\n{"message":"The request could not be read."}'
    const answer = await send('nonsense\r\n\r\n')
    assert.ok(answer.startsWith('HTTP/1.1 400 ') && answer.endsWith(body), answer)
    const long = await send(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`)
    assert.ok(long.startsWith('HTTP/1.1 431 ') && long.endsWith(body), long)
  })

  it('closes although a client has opened a connection and sent nothing', async () => {
    await using closing = await createHttpHarness(harness.parley.app.context, fixtureRoutes)
    await closing.http.listen({ port: 0, host: '127.0.0.1' })
    const accepted = once(closing.http.server, 'connection')
    const socket = connect((closing.http.server.address() as AddressInfo).port, '127.0.0.1')
    await accepted
    await Promise.all([closing.http.close(), once(socket, 'close')])
  })

  it('answers a request that arrives on an open connection while it closes, and closes the connection', async () => {
    await using closing = await createHttpHarness(harness.parley.app.context, fixtureRoutes)
    await closing.http.listen({ port: 0, host: '127.0.0.1' })
    const accepted = once(closing.http.server, 'connection')
    const socket = connect((closing.http.server.address() as AddressInfo).port, '127.0.0.1')
    const [received] = await accepted
    socket.write('GET /api/open HTTP/1.1\r\n')
    await until(() => received.bytesRead > 0)
    const closed = closing.http.close()
    await until(() => !closing.http.server.listening)
    socket.write('host: x\r\n\r\n')
    assert.match(await text(socket), /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*connection: close\r\n/i)
    await closed
  })
})
