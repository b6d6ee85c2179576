// Tests of requests and responses: headers, methods, failures and connections.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveHttp, serveTcp } from './loopback-servers.ts'
import { fetcherFor, mirror, serve, text } from './test-fetchers.ts'

test('a request arrives unchanged, with our user agent', async () => {
  await using at = await serve(mirror)
  const reply = await at.fetcher.fetch({
    url: `${at.url}a/b?c=d e#fragment`,
    method: 'post',
    headers: { 'X-Key': 'se cret', 'Content-Type': 'text/plain' },
    body: 'grüße',
  })
  const seen = JSON.parse(text(reply.body))
  const { status, url, truncated, headers } = reply
  assert.deepEqual([status, url, headers['x-many'], truncated], [200, `${at.url}a/b?c=d%20e`, 'a, b', false])
  assert.deepEqual([seen.method, seen.url, seen.body], ['POST', '/a/b?c=d%20e', 'grüße'])
  const sent = { 'user-agent': 'Parley/test', 'x-key': 'se cret', host: new URL(at.url).host }
  assert.partialDeepStrictEqual(seen.headers, sent)
})

test('headers of the caller override our headers', async () => {
  await using at = await serve(mirror)
  const reply = await at.fetcher.fetch({ url: at.url, headers: { 'User-Agent': 'Mine/1', ACCEPT: 'text/html' } })
  const { headers } = JSON.parse(text(reply.body))
  assert.deepEqual([headers['user-agent'], headers.accept], ['Mine/1', 'text/html'])
})

test('headers for request smuggling and tunnel methods are rejected', async () => {
  await using at = await serve(mirror)
  const values = ['b\r\nx-injected: 1', 'b\nc', 'b\u0000', '\u{1f600}', 'a'.repeat(8_193)]
  const names = ['x-a\r\nx-injected', 'x a', 'x:a', '', 'ünïcode', 'Host', 'Content-Length', 'Transfer-Encoding']
  const hopByHop = ['Connection', 'Upgrade', 'Expect', 'TE', 'Trailer', 'Keep-Alive', 'Proxy-Authorization']
  const bad: Record<string, string>[] = [
    ...values.map((value) => ({ 'x-a': value })),
    ...[...names, ...hopByHop, 'proxy-connection', 'HTTP2-Settings'].map((name) => ({ [name]: '1' })),
  ]
  const error = { code: 'protocol_error', retryable: false }
  for (const headers of bad)
    await assert.rejects(at.fetcher.fetch({ url: at.url, headers }), error, JSON.stringify(headers))
  for (const method of ['CONNECT', 'TRACE', 'GET / HTTP/1.1\r\nx: y', '', 'get '])
    await assert.rejects(at.fetcher.fetch({ url: at.url, method }), error)
  assert.equal(at.server.hits(), 0)
})

test('error messages are vague and contain no addresses', async () => {
  const closed = await serveHttp(() => {})
  await closed[Symbol.asyncDispose]()
  const ok = 'HTTP/1.1 200 OK\r\n'
  const twoLengths = `${ok}content-length: 5\r\ncontent-length: 6\r\n\r\nabcde`
  const tooShort = `${ok}content-length: 9\r\n\r\nabc`
  const long = `${ok}x: ${'a'.repeat(100_000)}\r\n\r\n`
  const answers = ['hello', 'HTTP/1.1 abc\r\n\r\n', twoLengths, '', long, tooShort]
  let at = 0
  await using broken = await serveTcp((socket) => socket.once('data', () => void socket.end(answers[at++]!)))
  await using fetcher = fetcherFor(closed, broken)
  const failure = async (port: number) =>
    fetcher.fetch({ url: `http://127.0.0.1:${port}/` }).then(
      () => assert.fail('the request succeeded'),
      ({ code, message, retryable }) => ({ code, message, retryable }),
    )
  const unreachable = { code: 'connect_failed', message: 'The address could not be reached.', retryable: true }
  assert.deepEqual(await failure(closed.port), unreachable)
  for (const answer of answers) {
    const expected = { code: 'protocol_error', message: 'The response could not be read.', retryable: true }
    assert.deepEqual(await failure(broken.port), expected, answer.slice(0, 40))
  }
})

test('requests to one address share connections', async () => {
  await using at = await serve(mirror)
  const replies = await Promise.all(Array.from({ length: 200 }, () => at.fetcher.fetch({ url: at.url })))
  assert.ok(replies.every(({ status }) => status === 200))
  assert.ok(at.server.hits() <= 32, `${at.server.hits()} connections`)
})

test('names are resolved by the system', async () => {
  await using at = await serve(mirror)
  const reply = await at.fetcher.fetch({ url: `http://localhost:${at.server.port}/` })
  assert.equal(reply.status, 200)
})

test('a disposed fetcher has no open connections', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  await using at = await serve((request, reply) => {
    request.socket.once('close', resolve)
    reply.end()
  })
  await at.fetcher.fetch({ url: at.url })
  await at.fetcher[Symbol.asyncDispose]()
  await closed
  await assert.rejects(at.fetcher.fetch({ url: at.url }), { name: 'OutsideError' })
})
