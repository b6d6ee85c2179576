// Streamed responses: comments during pauses, replays, and errors after the stream has begun.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { type Answer, startHttpHarness } from '#server/testing/http-harness.ts'
import { EventStream } from './event-stream.ts'
import { type Handler, routesOf } from './route.ts'

const delays = { beginAfterMs: 1, commentEveryMs: 1 }

describe('a streamed response', () => {
  it('begins before the first text and sends comments during pauses', async () => {
    const commented = Promise.withResolvers<void>()
    const server = Fastify()
    server.get('/', async (_request, reply) => {
      const stream = new EventStream(reply, 'id', delays)
      await commented.promise
      stream.send('delta', { text: 'Good morning!' })
      return stream.finish({ status: 200, body: { ok: true } })
    })
    const response = await fetch(await server.listen({ port: 0, host: '127.0.0.1' }))
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (text.split('\n\n').length > 3) commented.resolve()
    }
    await server.close()
    const blocks = text.split('\n\n').filter((block) => block !== '')
    assert.deepEqual(
      blocks.filter((block) => !block.startsWith(':')),
      ['event: delta\ndata: {"text":"Good morning!"}', 'event: done\ndata: {"ok":true}'],
    )
    assert.ok(blocks.length >= 5)
  })

  const talk = endpoint({
    method: 'POST',
    path: '/api/talk',
    summary: 'Talk',
    auth: 'none',
    reply: z.object({ status: z.boolean() }),
    envelope: 'status',
    streams: true,
    idempotent: true,
  })
  const askFailing = async (failing: Handler<typeof talk>, headers: Record<string, string> = {}): Promise<Answer> => {
    await using door = await startHttpHarness(routesOf({ talk }, { talk: failing }))
    return await door.ask({ method: 'POST', url: '/api/talk', headers: { accept: 'text/event-stream', ...headers } })
  }
  const cutOff =
    'event: delta\ndata: {"text":"Well, "}\n\nevent: error\ndata: {"status":false,"error":"Server Error"}\n\n'

  it('is replayed as a stream under its idempotency key', async () => {
    const handle: Handler<typeof talk> = (_ctx, _input, { delta }) => {
      delta!('Well, ')
      return { status: true }
    }
    await using door = await startHttpHarness(routesOf({ talk }, { talk: handle }))
    const headers = { accept: 'text/event-stream', 'idempotency-key': 'once-and-only-once' }
    const ask = () => door.ask({ method: 'POST', url: '/api/talk', headers })
    const done = 'event: done\ndata: {"status":true}\n\n'
    assert.equal((await ask()).text, `event: delta\ndata: {"text":"Well, "}\n\n${done}`)
    const again = await ask()
    assert.equal(again.text, done)
    const { 'content-type': type, 'idempotent-replayed': isReplayed } = again.headers
    assert.deepEqual([type, isReplayed], ['text/event-stream; charset=utf-8', 'true'])
    const { body } = await door.ask({
      method: 'POST',
      url: '/api/talk',
      headers: { 'idempotency-key': 'once-and-only-once' },
    })
    assert.deepEqual(body, { status: true })
  })

  it('ends with a server error in the envelope of the endpoint', async () => {
    const failing: Handler<typeof talk> = (_ctx, _input, { delta }) => {
      delta!('Well, ')
      throw new Error('a bug')
    }
    const { status, text } = await askFailing(failing)
    assert.deepEqual([status, text], [200, cutOff])
  })

  it('ends with the same error if the database fails meanwhile', { timeout: 30_000 }, async () => {
    const failing: Handler<typeof talk> = async (ctx, _input, { delta }) => {
      delta!('Well, ')
      await sql`drop table idempotency_keys`.execute(ctx.db)
      throw new Error('a bug')
    }
    const { status, text } = await askFailing(failing, { 'idempotency-key': 'once-and-only-once' })
    assert.deepEqual([status, text], [200, cutOff])
  })
})
