// The bare baseline process: Fastify, `pg` and the same SQL as Parley, without its features.
import Fastify, { type FastifyReply } from 'fastify'
import pg from 'pg'
import { answerParent } from '../shared/child.ts'
import type { Plan } from './plan.ts'
import { runPlan } from './run-plan.ts'

export interface BareOrder {
  connectionString: string
  maxConnections: number
  /** Plans by subject; `turn` needs a conversation as input. */
  plans: Record<string, Plan>
  model: { url: string; body: string }
}

const timestamptz = 1184

/** Returns the address. */
async function serve(order: BareOrder): Promise<string> {
  const types = new pg.TypeOverrides()
  // The responses need no Date objects, which would slow the baseline down.
  types.setTypeParser(timestamptz, (text) => text)
  const { connectionString, maxConnections, plans, model } = order
  const pool = new pg.Pool({ connectionString, max: maxConnections, types })
  const server = Fastify({ logger: false })

  for (const subject of ['keys', 'list']) {
    const plan = plans[subject]
    if (plan) server.get(`/${subject}`, () => runPlan(pool, plan, {}))
  }
  const turn = plans['turn']
  if (turn) {
    server.post<{ Params: { uuid: string }; Body: { message: string } }>('/turn/:uuid', async (request, reply) => {
      const input = { uuid: request.params.uuid, message: request.body.message }
      const streams = request.headers.accept === 'text/event-stream'
      let answer = ''
      await runPlan(pool, turn, input, async () => {
        answer = await askModel(model, input.message, streams ? reply : undefined)
      })
      if (!streams) return { message: answer }
      reply.raw.end(`event: done\ndata: ${JSON.stringify({ message: answer })}\n\n`)
      return reply
    })
  }
  return server.listen({ host: '127.0.0.1', port: 0 })
}

/** Reads the stream of the model, and forwards it if there is a `reply`. */
async function askModel(model: BareOrder['model'], message: string, reply: FastifyReply | undefined): Promise<string> {
  const response = await fetch(model.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: model.body.replace('{{message}}', JSON.stringify(message).slice(1, -1)),
  })
  if (reply) {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
  }
  let text = ''
  let unread = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body!) {
    const lines = (unread + decoder.decode(chunk, { stream: true })).split('\n')
    unread = lines.pop()!
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue
      const piece: unknown = JSON.parse(line.slice('data: '.length)).choices?.[0]?.delta?.content
      if (typeof piece !== 'string' || piece === '') continue
      text += piece
      reply?.raw.write(`event: delta\ndata: ${JSON.stringify({ text: piece })}\n\n`)
    }
  }
  return text
}

answerParent<BareOrder>(serve)
