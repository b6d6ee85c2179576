// Starts conversations, and runs text turns.
import type { FastifyInstance } from 'fastify'
import { request } from 'undici'
import { dispatcher, exchange } from '../shared/load.ts'
import type { BenchAccount } from '../shared/workspace.ts'

/** Distributes the conversations evenly over the accounts. */
export async function startConversations(
  http: FastifyInstance,
  accounts: readonly BenchAccount[],
  count: number,
): Promise<Conversation[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => start(http, accounts[index % accounts.length]!)))
}

async function start(
  http: FastifyInstance,
  { token, assistantUuid }: Pick<BenchAccount, 'token' | 'assistantUuid'>,
): Promise<Conversation> {
  const reply = await http.inject({
    method: 'POST',
    url: '/api/conversations',
    headers: { authorization: `Bearer ${token}` },
    payload: { assistant_id: assistantUuid, type: 'widget' },
  })
  if (reply.statusCode !== 200) throw new Error(`Starting a conversation failed: ${reply.body}`)
  return { uuid: reply.json<{ conversation_id: string }>().conversation_id, token }
}

export interface Conversation {
  uuid: string
  token: string
}

export interface Turn {
  elapsedMs: number
  /** When the first piece of a streamed answer arrived, on `performance.now()`'s clock. */
  firstPieceAt: number
}

export interface Turns {
  take(options?: { streams?: boolean; message?: string }): Promise<Turn>
}

/** Uses the conversations in rotation. `pathOf` returns the URL for the messages of a conversation. */
export function createTurns(conversations: readonly Conversation[], pathOf: (uuid: string) => string): Turns {
  let next = 0
  return {
    async take({ streams = false, message = 'When do you open?' } = {}) {
      const { uuid, token } = conversations[next++ % conversations.length]!
      const begunAt = performance.now()
      const { statusCode, body } = await request(pathOf(uuid), {
        dispatcher,
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(streams && { accept: 'text/event-stream' }),
        },
        body: JSON.stringify({ message }),
      })
      let firstPieceAt = Number.NaN
      let text = ''
      for await (const chunk of body) {
        text += chunk
        if (Number.isNaN(firstPieceAt) && text.includes('event: delta')) firstPieceAt = performance.now()
      }
      const isWhole = streams ? text.includes('event: done') : text.startsWith('{')
      if (statusCode !== 200 || !isWhole) throw new Error(`A turn failed with ${statusCode}: ${text}`)
      return { elapsedMs: performance.now() - begunAt, firstPieceAt }
    },
  }
}

/** Measures a direct request to the model. */
export async function timeModel(url: string, body: string): Promise<number> {
  const begunAt = performance.now()
  await exchange(url, { headers: { 'content-type': 'application/json' }, body })
  return performance.now() - begunAt
}
