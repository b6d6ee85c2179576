// The TCP front forwards bytes, and shows clients each fault of a network.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { until } from '../app/until.ts'
import { openTcpFront } from './tcp-front.ts'

/** Returns what it receives, with its name before each chunk. */
async function openEcho(name: string) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => socket.write(name + chunk))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    target: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function openClient(port: number) {
  const socket = connect({ host: '127.0.0.1', port })
  const client = { socket, heard: '', error: '', isClosed: false, [Symbol.dispose]: () => void socket.destroy() }
  socket.setEncoding('utf8').on('data', (text) => {
    client.heard += text
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    client.error = error.code ?? ''
  })
  socket.on('close', () => {
    client.isClosed = true
  })
  return client
}

const ask = async (client: ReturnType<typeof openClient>, text: string, answer: string): Promise<void> => {
  client.socket.write(text)
  await until(() => client.heard.endsWith(answer))
}

describe('the TCP front', () => {
  it('forwards bytes, and the end of either side', async () => {
    await using echo = await openEcho('a')
    await using front = await openTcpFront(echo.target)
    using client = openClient(front.port)
    await ask(client, '1', 'a1')
    using other = openClient(front.port)
    await ask(other, '2', 'a2')
    echo.sockets[0]!.end()
    await until(() => client.isClosed)
    assert.equal(client.error, '')
    other.socket.end()
    await until(() => echo.sockets[1]!.readableEnded)
    await until(() => front.connections().length === 0)
  })

  it('holds back everything while it is frozen, also on new connections', async () => {
    await using echo = await openEcho('a')
    await using front = await openTcpFront(echo.target)
    using client = openClient(front.port)
    await ask(client, '1', 'a1')
    front.freeze()
    client.socket.write('2')
    using late = openClient(front.port)
    late.socket.write('3')
    await once(late.socket, 'connect')
    await until(() => front.connections().length === 2)
    assert.equal(client.heard, 'a1')
    assert.equal(echo.sockets.length, 1)
    front.thaw()
    await until(() => client.heard === 'a1a2' && late.heard === 'a3')
  })

  it('moves new connections to another server, and leaves the old ones half-open', async () => {
    await using echo = await openEcho('a')
    await using second = await openEcho('b')
    await using front = await openTcpFront(echo.target)
    using client = openClient(front.port)
    await ask(client, '1', 'a1')
    front.move(second.target, 'half-open')
    client.socket.write('2')
    using late = openClient(front.port)
    await ask(late, '3', 'b3')
    echo.sockets[0]!.resetAndDestroy()
    await ask(late, '4', 'b4')
    assert.deepEqual([client.heard, client.isClosed], ['a1', false])
    front.closeHalfOpen()
    await until(() => client.error === 'ECONNRESET')
  })

  it('drops one direction of the chosen connections', async () => {
    await using echo = await openEcho('a')
    await using front = await openTcpFront(echo.target)
    using client = openClient(front.port)
    await ask(client, '\0application_name\0parley liveness\0', '\0')
    using other = openClient(front.port)
    await ask(other, '1', 'a1')
    const before = client.heard
    assert.equal(
      front.halfOpen(({ name }) => name === 'parley liveness', 'toClient'),
      1,
    )
    const received = once(echo.sockets[0]!, 'data')
    client.socket.write('2')
    assert.equal(String(...(await received)), '2')
    await ask(other, '3', 'a3')
    assert.equal(client.heard, before)
  })

  it('recognizes LISTEN, cuts with RST, and refuses until it listens again', async () => {
    await using echo = await openEcho('a')
    await using front = await openTcpFront(echo.target)
    using client = openClient(front.port)
    await ask(client, 'Q\0\0\0\x0cLISTEN "x"\0', '\0')
    assert.equal(front.connections()[0]!.isListening, true)
    front.cut(({ isListening }) => isListening)
    await until(() => client.error === 'ECONNRESET')
    await front.refuse()
    using refused = openClient(front.port)
    await until(() => refused.error === 'ECONNREFUSED')
    await front.listen()
    using accepted = openClient(front.port)
    await ask(accepted, '1', 'a1')
  })

  it('loses the answer to one request of the chosen connections', async () => {
    await using echo = await openEcho('a')
    await using front = await openTcpFront(echo.target)
    using client = openClient(front.port)
    await ask(client, '\0application_name\0parley\0', '\0')
    using other = openClient(front.port)
    await ask(other, '1', 'a1')
    const lost = front.loseAnswer(({ name }) => name === 'parley', 1)
    await ask(client, '2', 'a2')
    await ask(other, '3', 'a3')
    const received = once(echo.sockets[0]!, 'data')
    client.socket.write('4')
    assert.equal(String(...(await received)), '4')
    await lost
    await until(() => client.error === 'ECONNRESET')
    assert.doesNotMatch(client.heard, /4/)
    assert.equal(front.keepAnswers(), false)
    await ask(other, '5', 'a5')
    void front.loseAnswer(() => true, 0)
    assert.equal(front.keepAnswers(), true)
    await ask(other, '6', 'a6')
  })

  it('resets the client if the server refuses', async () => {
    const echo = await openEcho('a')
    await echo[Symbol.asyncDispose]()
    await using front = await openTcpFront(echo.target)
    using client = openClient(front.port)
    await until(() => client.error === 'ECONNRESET')
  })

  it('keeps the order of bytes, whatever the delays and pauses', async () => {
    await using echo = await openEcho('')
    await using front = await openTcpFront(echo.target)
    const change = fc.oneof(
      fc.constant('freeze' as const),
      fc.constant('thaw' as const),
      fc.integer({ min: 0, max: 15 }),
    )
    const property = fc.asyncProperty(fc.array(fc.tuple(fc.string(), change), { maxLength: 20 }), async (script) => {
      using client = openClient(front.port)
      for (const [text, next] of script) {
        client.socket.write(text)
        if (typeof next === 'number') front.slow(next)
        else front[next]()
      }
      front.thaw()
      front.slow(0)
      const expected = script.map(([text]) => text).join('')
      await until(() => client.heard === expected)
    })
    await fc.assert(property, { numRuns: 20 })
  })
})
