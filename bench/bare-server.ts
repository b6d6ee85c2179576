// The bare baseline process: Fastify, `pg` and the same SQL as Parley, without its features.
import Fastify from 'fastify'
import pg from 'pg'
import type { Prepared } from './prepare.ts'
import { runPlan } from './run-plan.ts'

export interface BareOrder {
  connectionString: string
  maxConnections: number
  plans: Prepared['plans']
  model: { url: string; body: string }
}

const timestamptz = 1184

async function serve({ connectionString, maxConnections, plans, model }: BareOrder): Promise<void> {
  const types = new pg.TypeOverrides()
  // The responses need no Date objects, which would slow the baseline down.
  types.setTypeParser(timestamptz, (text) => text)
  const pool = new pg.Pool({ connectionString, max: maxConnections, types })
  const server = Fastify({ logger: false })
  for (const subject of ['keys', 'list'] as const) server.get(`/${subject}`, () => runPlan(pool, plans[subject], {}))
  server.post<{ Params: { uuid: string }; Body: { message: string } }>('/turn/:uuid', async ({ params, body }) => {
    let message = ''
    await runPlan(pool, plans.turn, { uuid: params.uuid, message: body.message }, async () => {
      message = await askModel(model, body.message)
    })
    return { message }
  })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  process.send!(address)
  process.once('disconnect', () => process.exit(0))
}

async function askModel({ url, body }: BareOrder['model'], message: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: body.replace('{{message}}', JSON.stringify(message).slice(1, -1)),
  })
  let text = ''
  let unread = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (unread + chunk).split('\n')
    unread = lines.pop()!
    for (const line of lines)
      if (line.startsWith('data: {')) text += JSON.parse(line.slice('data: '.length)).choices?.[0]?.delta?.content ?? ''
  }
  return text
}

process.once('message', (order) => serve(order as BareOrder))
