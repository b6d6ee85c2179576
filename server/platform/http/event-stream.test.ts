// Answers that are streamed: comments while nothing is said, and faults in the midst of one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { startDoor } from '#server/testing/door.ts'
import { EventStream } from './event-stream.ts'
import { route } from './route.ts'

const pauses = { beginAfterMs: 1, commentEveryMs: 1 }

describe('an answer that is streamed', () => {
  it('begins before there is anything to say, and goes on showing that it lives', async () => {
    const spoken = Promise.withResolvers<void>()
    const server = Fastify()
    server.get('/', async (_request, reply) => {
      const stream = new EventStream(reply, 'id', pauses)
      await spoken.promise
      stream.send('delta', { text: 'Good morning!' })
      return stream.finish({ status: 200, body: { ok: true } })
    })
    const response = await fetch(await server.listen({ port: 0, host: '127.0.0.1' }))
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (text.split('\n\n').length > 3) spoken.resolve()
    }
    await server.close()
    const blocks = text.split('\n\n').filter((block) => block !== '')
    assert.deepEqual(
      blocks.filter((block) => !block.startsWith(':')),
      ['event: delta\ndata: {"text":"Good morning!"}', 'event: done\ndata: {"ok":true}'],
    )
    assert.ok(blocks.length >= 5)
  })

  it('ends with a fault of ours in the words of its family', async () => {
    const talk = endpoint({
      method: 'POST',
      path: '/api/talk',
      summary: 'Talk',
      auth: 'none',
      reply: z.object({ status: z.boolean() }),
      envelope: 'status',
      streams: true,
    })
    const failing = route(talk, (_ctx, _input, { delta }) => {
      delta!('Well, ')
      throw new Error('a bug')
    })
    await using door = await startDoor([failing])
    const { status, text } = await door.ask({
      method: 'POST',
      url: '/api/talk',
      headers: { accept: 'text/event-stream' },
    })
    assert.equal(status, 200)
    assert.equal(
      text,
      'event: delta\ndata: {"text":"Well, "}\n\nevent: error\ndata: {"status":false,"error":"Server Error"}\n\n',
    )
  })
})
