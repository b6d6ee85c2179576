// Tests of streamed responses: comments during pauses, replays, and errors after the stream has begun.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { startHttpHarness } from '#testing/http/http-harness.ts'
import { type Handler, routesOf } from '../route.ts'
import { EventStream } from './event-stream.ts'

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

  const talk = endpoint('POST', '/api/talk', {
    summary: 'Talk',
    auth: 'none',
    reply: z.object({ status: z.boolean() }),
    envelope: 'status',
    streams: true,
    idempotent: true,
  })

  it('is replayed as a stream under its idempotency key', async () => {
    const handle: Handler<typeof talk> = (_ctx, _input, { delta }) => {
      delta!('Well, ')
      return { status: true }
    }
    await using harness = await startHttpHarness(routesOf({ talk }, { talk: handle }))
    const headers = { accept: 'text/event-stream', 'idempotency-key': 'once-and-only-once' }
    const ask = () => harness.ask({ method: 'POST', url: '/api/talk', headers })
    const done = 'event: done\ndata: {"status":true}\n\n'
    assert.equal((await ask()).text, `event: delta\ndata: {"text":"Well, "}\n\n${done}`)
    const again = await ask()
    assert.equal(again.text, done)
    const { 'content-type': type, 'idempotent-replayed': isReplayed } = again.headers
    assert.deepEqual([type, isReplayed], ['text/event-stream; charset=utf-8', 'true'])
    const { accept: _, ...withoutStream } = headers
    const { body } = await harness.ask({ method: 'POST', url: '/api/talk', headers: withoutStream })
    assert.deepEqual(body, { status: true })
  })

  for (const databaseFails of [false, true])
    it(`ends with a server error${databaseFails ? ' if the database fails' : ''}`, { timeout: 30_000 }, async () => {
      const failing: Handler<typeof talk> = async (ctx, _input, { delta }) => {
        delta!('Well, ')
        if (databaseFails) await sql`drop table idempotency_keys`.execute(ctx.db)
        throw new Error('a bug')
      }
      await using harness = await startHttpHarness(routesOf({ talk }, { talk: failing }))
      const headers = { accept: 'text/event-stream', ...(databaseFails && { 'idempotency-key': 'once-and-only-once' }) }
      const { status, text } = await harness.ask({ method: 'POST', url: '/api/talk', headers })
      const error = 'event: error\ndata: {"status":false,"error":"Server Error"}\n\n'
      assert.deepEqual([status, text], [200, `event: delta\ndata: {"text":"Well, "}\n\n${error}`])
    })
})
