// Tests of the failures of HTTP requests: whether the carrier can have received the request.
import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { ExchangeFailure, type ExchangeFault, type ExchangeRequest, openExchange } from './exchange.ts'

/** Passes every connection to `serve` and records the received data. */
async function openRawServer(serve: (socket: Socket) => void) {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      received.push(String(data))
      serve(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const ask = (origin: string, change: Partial<ExchangeRequest> = {}): ExchangeRequest => {
  const content = { path: '/', method: 'POST', headers: {}, body: 'x=1' } as const
  return { origin, ...content, timeoutMs: 2_000, maxBytes: 1_000, ...change }
}

const assertFails = (work: Promise<unknown>, fault: ExchangeFault, written: boolean) =>
  assert.rejects(work, (error) => {
    assert.ok(error instanceof ExchangeFailure, String(error))
    assert.deepEqual([error.fault, error.written], [fault, written])
    return true
  })

test('a failed request was sent unless no connection could be opened', async () => {
  const half = 'HTTP/1.1 201 Created\r\ncontent-length: 10\r\n\r\nhalf'
  const long = 'x'.repeat(1_001)
  for (const [answer, ends, fault] of [
    ['', true, 'cut'],
    ['HTTP/1.1 2', true, 'cut'],
    [half, true, 'cut'],
    ['no HTTP at all\r\n\r\n', true, 'cut'],
    ['', false, 'timeout'],
    [half, false, 'timeout'],
    [`HTTP/1.1 200 OK\r\ncontent-length: 1001\r\n\r\n${long}`, true, 'too_large'],
    [`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3e9\r\n${long}`, true, 'too_large'],
  ] as const) {
    await using server = await openRawServer((socket) => (ends ? socket.end(answer) : socket.write(answer)))
    await using client = openExchange()
    await assertFails(client.exchange(ask(server.origin, { timeoutMs: ends ? 2_000 : 50 })), fault, true)
  }
  await using server = await openRawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  await using client = openExchange()
  for (const origin of ['http://nowhere.invalid', server.origin.replace('http', 'https')])
    await assertFails(client.exchange(ask(origin)), 'cut', false)
})

test('a request that times out while it waits for a connection is never sent', async () => {
  const answers: (() => void)[] = []
  await using server = await openRawServer((socket) => {
    answers.push(() => socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
  })
  await using client = openExchange({ connections: 1 })
  const first = client.exchange(ask(server.origin, { body: 'first' }))
  const second = client.exchange(ask(server.origin, { body: 'second', timeoutMs: 50 }))
  await assertFails(second, 'timeout', false)
  answers[0]!()
  assert.equal((await first).status, 204)
  const third = client.exchange(ask(server.origin, { body: 'third' }))
  while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve))
  answers[1]!()
  assert.equal((await third).status, 204)
  const bodies = server.received.map((one) => one.split('\r\n\r\n')[1])
  assert.deepEqual(bodies, ['first', 'third'])
})

test('no requests are sent after closing', async () => {
  await using server = await openRawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  const client = openExchange()
  await client[Symbol.asyncDispose]()
  await assertFails(client.exchange(ask(server.origin)), 'cut', false)
  assert.deepEqual(server.received, [])
})
