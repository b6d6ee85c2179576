// Tests of pipelined requests: many requests on one connection that do not wait for responses.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { z } from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { startHttpHarness } from '#testing/http/http-harness.ts'
import { type Handlers, routesOf } from './route.ts'

const reply = z.object({ text: z.string() })
const open = { summary: 'Open', auth: 'none', reply, envelope: 'message' } as const
const area = {
  slow: endpoint('GET', '/api/slow', open),
  large: endpoint('GET', '/api/large', open),
  quick: endpoint('GET', '/api/quick', open),
}
const requests = 3000

let running = 0
let mostRunning = 0
let started = 0
let gate = Promise.withResolvers<void>()
const handlers: Handlers<typeof area> = {
  slow: async () => {
    mostRunning = Math.max(mostRunning, ++running)
    await gate.promise
    running--
    return { text: 'slow' }
  },
  large: () => {
    started++
    return { text: 'x'.repeat(200_000) }
  },
  quick: () => ({ text: 'quick' }),
}

const harness = await startHttpHarness(routesOf(area, handlers))
after(() => harness[Symbol.asyncDispose]())
await harness.http.listen({ port: 0, host: '127.0.0.1' })
const port = (harness.http.server.address() as { port: number }).port

describe('pipelined requests', () => {
  async function pipeline(path: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(requests))
    return socket
  }

  /** Each response proves that the server has completed a turn of its event loop. */
  async function askOthers(): Promise<void> {
    for (let asked = 0; asked < 50; asked++) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/quick`)
      assert.deepEqual(await answer.json(), { text: 'quick' })
    }
  }

  it('are handled a few at a time and all answered, without delaying other connections', async () => {
    const socket = await pipeline('/api/slow')
    await askOthers()
    assert.equal(mostRunning, 4)
    gate.resolve()
    let text = ''
    for await (const chunk of socket) {
      text += chunk
      if (text.split('{"text":"slow"}').length > requests) break
    }
    assert.equal(text.split('HTTP/1.1 200 OK').length - 1, requests)
    assert.equal(mostRunning, 4)
  })

  it('are not handled while the client reads no responses', async () => {
    const socket = await pipeline('/api/large')
    socket.pause()
    await askOthers()
    const before = started
    await askOthers()
    assert.ok(started < 200, `${started} answers were made`)
    assert.ok(started - before < 50)
    socket.destroy()
  })

  it('are dropped when their connection closes', async () => {
    gate = Promise.withResolvers()
    running = 0
    mostRunning = 0
    const socket = await pipeline('/api/slow')
    await askOthers()
    socket.destroy()
    gate.resolve()
    await askOthers()
    assert.equal(mostRunning, 4)
    assert.equal(running, 0)
  })
})
