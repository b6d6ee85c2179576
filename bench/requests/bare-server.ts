// The bare baseline process: Fastify, `pg` and the same SQL as Parley, without its features.
import Fastify from 'fastify'
import { type BarePoolOptions, openBarePool } from '../shared/bare-pool.ts'
import { answerParent } from '../shared/child.ts'
import { exchange } from '../shared/load.ts'
import type { Plan } from './plan.ts'
import { runPlan } from './run-plan.ts'

export interface BareOrder extends BarePoolOptions {
  /** Plans by subject; `turn` needs a conversation as input. */
  plans: Record<string, Plan>
  model: { url: string; body: string }
}

/** Returns the address. */
async function serve({ plans, model, ...options }: BareOrder): Promise<string> {
  const pool = openBarePool(options, false)
  const server = Fastify({ logger: false })
  for (const subject of ['keys', 'list']) {
    const plan = plans[subject]
    if (plan) server.get(`/${subject}`, () => runPlan(pool, plan, {}))
  }
  const turn = plans['turn']
  if (turn) {
    server.post<{ Params: { uuid: string }; Body: { message: string } }>('/turn/:uuid', async ({ params, body }) => {
      let answer = ''
      await runPlan(pool, turn, { uuid: params.uuid, message: body.message }, async () => {
        answer = await askModel(model, body.message)
      })
      return { message: answer }
    })
  }
  return server.listen({ host: '127.0.0.1', port: 0 })
}

/** Reads the stream of the model. */
async function askModel({ url, body }: BareOrder['model'], message: string): Promise<string> {
  const stream = await exchange(url, {
    headers: { 'content-type': 'application/json' },
    body: body.replace('{{message}}', JSON.stringify(message).slice(1, -1)),
  })
  let text = ''
  for (const line of stream.split('\n')) {
    if (!line.startsWith('data: {')) continue
    const piece: unknown = JSON.parse(line.slice('data: '.length)).choices?.[0]?.delta?.content
    if (typeof piece === 'string') text += piece
  }
  return text
}

answerParent<BareOrder>(serve)
