// Tests of redirects.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveHttp } from './loopback-servers.ts'
import { fetcherFor, mirror, serve, text } from './test-fetchers.ts'

test('a redirect is returned unless it is followed, and after the maximum number of hops', async () => {
  await using at = await serve((request, reply) => {
    const n = Number(request.url!.slice(1))
    if (n === 0) reply.end('there')
    else reply.writeHead(302, { location: String(n - 1) }).end()
  })
  const fetchWith = (maxRedirects?: number) => at.fetcher.fetch({ url: `${at.url}3`, maxRedirects })
  for (const [maxRedirects, status, path] of [
    [undefined, 302, '3'],
    [0, 302, '3'],
    [2, 302, '1'],
    [3, 200, '0'],
    [9, 200, '0'],
  ] as const) {
    const reply = await fetchWith(maxRedirects)
    assert.deepEqual([reply.status, reply.url], [status, `${at.url}${path}`])
  }
})

test('a redirect without a location is returned', async () => {
  await using at = await serve((_, reply) => void reply.writeHead(302).end('where to?'))
  const reply = await at.fetcher.fetch({ url: at.url, maxRedirects: 5 })
  assert.deepEqual([reply.status, text(reply.body)], [302, 'where to?'])
})

test('redirects change method and body as fetch does', async () => {
  await using at = await serve((request, reply) => {
    const status = Number(request.url!.slice(1))
    if (status === 0) return mirror(request, reply)
    request.resume()
    reply.writeHead(status, { location: '/0' }).end()
  })
  const after = async (status: number, method: string) => {
    const reply = await at.fetcher.fetch({
      url: `${at.url}${status}`,
      method,
      maxRedirects: 1,
      headers: { 'content-type': 'text/plain', 'x-key': 'kept within one origin' },
      body: method === 'GET' || method === 'HEAD' ? undefined : 'payload',
    })
    if (method === 'HEAD') return reply.status
    const seen = JSON.parse(text(reply.body))
    assert.equal(seen.headers['x-key'], 'kept within one origin')
    assert.equal(seen.headers['content-type'] === undefined, seen.method === 'GET' && method !== 'GET')
    return `${seen.method} ${seen.body}`
  }
  for (const status of [301, 302, 303]) assert.equal(await after(status, 'POST'), 'GET ')
  for (const status of [307, 308]) assert.equal(await after(status, 'POST'), 'POST payload')
  for (const status of [301, 302, 307, 308]) assert.equal(await after(status, 'PUT'), 'PUT payload')
  assert.equal(await after(303, 'PUT'), 'GET ')
  for (const status of [301, 302, 303, 307, 308]) {
    assert.equal(await after(status, 'GET'), 'GET ')
    assert.equal(await after(status, 'HEAD'), 200)
  }
})

test('headers with secrets are not sent to another origin', async () => {
  await using other = await serveHttp(mirror)
  await using at = await serve((_, reply) => {
    reply.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end()
  })
  await using fetcher = fetcherFor(at.server, other)
  const reply = await fetcher.fetch({
    url: at.url,
    method: 'POST',
    maxRedirects: 1,
    headers: { authorization: 'Bearer a', cookie: 'b', 'x-api-key': 'c', 'content-type': 'text/plain', accept: 'd/e' },
    body: 'payload',
  })
  const seen = JSON.parse(text(reply.body))
  assert.equal(seen.body, 'payload')
  assert.deepEqual(Object.keys(seen.headers).sort(), [
    ...['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'host', 'user-agent'],
  ])
})

test('the range of a request is sent to another origin', async () => {
  await using other = await serveHttp(mirror)
  await using at = await serve((_, reply) => {
    reply.writeHead(302, { location: `http://127.0.0.1:${other.port}/` }).end()
  })
  await using fetcher = fetcherFor(at.server, other)
  const headers = { range: 'bytes=8-15', 'if-range': '"a"', authorization: 'Bearer a' }
  const seen = JSON.parse(text((await fetcher.fetch({ url: at.url, maxRedirects: 1, headers })).body)).headers
  assert.deepEqual([seen.range, seen['if-range'], seen.authorization], ['bytes=8-15', '"a"', undefined])
})

test('a redirect to plain HTTP is refused on request, unless the host is allowed as private', async () => {
  await using at = await serve((request, reply) => {
    if (request.url === '/there') return void reply.end('there')
    reply.writeHead(302, { location: request.url === '/own' ? '/there' : 'http://example.com/' }).end()
  })
  const fetchFrom = (path: string) =>
    at.fetcher.fetch({ url: `${at.url}${path}`, maxRedirects: 1, refusesHttpRedirects: true })
  assert.equal((await fetchFrom('own')).status, 200)
  await assert.rejects(fetchFrom('public'), { code: 'address_refused', message: /without HTTPS/ })
})
