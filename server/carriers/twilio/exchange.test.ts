// Tests of the failures of HTTP requests: whether the carrier can have received the request.
import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { ExchangeFailure, type ExchangeRequest, openExchange } from './exchange.ts'

/** Passes every connection to `serve` and records the received data. */
async function openRawServer(serve: (socket: Socket, heard: () => string) => void) {
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let text = ''
    socket.on('data', (data) => {
      text += data
      heard.push(String(data))
      serve(socket, () => text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    heard,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const ask = (origin: string, change: Partial<ExchangeRequest> = {}): ExchangeRequest => ({
  origin,
  path: '/',
  method: 'POST',
  headers: {},
  body: 'x=1',
  timeoutMs: 2_000,
  maxBytes: 1_000,
  ...change,
})

async function failureOf(work: Promise<unknown>): Promise<[string, boolean]> {
  const error = await work.then(
    () => assert.fail('Nothing failed.'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ExchangeFailure, String(error))
  return [error.fault, error.written]
}

test('a request was sent if the connection is closed before, during or instead of the response', async () => {
  for (const answer of [
    '',
    'HTTP/1.1 2',
    'HTTP/1.1 201 Created\r\ncontent-length: 10\r\n\r\nhalf',
    'no HTTP at all\r\n\r\n',
  ]) {
    await using server = await openRawServer((socket) => socket.end(answer))
    await using client = openExchange()
    assert.deepEqual(await failureOf(client.exchange(ask(server.origin))), ['cut', true], answer)
  }
})

test('a request that times out while it waits for a connection is never sent', async () => {
  const answers: (() => void)[] = []
  await using server = await openRawServer((socket) => {
    answers.push(() => socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
  })
  await using client = openExchange({ connections: 1 })
  const first = client.exchange(ask(server.origin, { body: 'first' }))
  const second = failureOf(client.exchange(ask(server.origin, { body: 'second', timeoutMs: 50 })))
  assert.deepEqual(await second, ['timeout', false])
  answers[0]!()
  assert.equal((await first).status, 204)
  const third = client.exchange(ask(server.origin, { body: 'third' }))
  while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve))
  answers[1]!()
  assert.equal((await third).status, 204)
  assert.deepEqual(
    server.heard.map((one) => one.split('\r\n\r\n')[1]),
    ['first', 'third'],
  )
})

test('a request was sent if the carrier does not respond or stops in the middle', async () => {
  for (const answer of ['', 'HTTP/1.1 201 Created\r\ncontent-length: 10\r\n\r\nhalf']) {
    await using server = await openRawServer((socket) => socket.write(answer))
    await using client = openExchange()
    assert.deepEqual(await failureOf(client.exchange(ask(server.origin, { timeoutMs: 50 }))), ['timeout', true])
  }
})

test('a response that is too long is aborted, with any declared length', async () => {
  for (const head of ['content-length: 1001\r\n\r\n', 'transfer-encoding: chunked\r\n\r\n3e9\r\n']) {
    await using server = await openRawServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${head}${'x'.repeat(1_001)}`))
    await using client = openExchange()
    assert.deepEqual(await failureOf(client.exchange(ask(server.origin))), ['too_large', true])
  }
})

test('a request was not sent to an unknown host or a server without TLS', async () => {
  await using server = await openRawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  await using client = openExchange()
  for (const origin of ['http://nowhere.invalid', server.origin.replace('http', 'https')]) {
    assert.deepEqual(await failureOf(client.exchange(ask(origin))), ['cut', false])
  }
})

test('no requests are sent after closing', async () => {
  await using server = await openRawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  const client = openExchange()
  await client[Symbol.asyncDispose]()
  assert.deepEqual(await failureOf(client.exchange(ask(server.origin))), ['cut', false])
  assert.deepEqual(server.heard, [])
})
