// Takes text turns, each time in the next of many conversations.
import { Agent, request } from 'undici'

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

/** Shorter than the server keeps a connection: none that it is closing is used again. */
const dispatcher = new Agent({ connections: 256, keepAliveMaxTimeout: 10_000 })

/** `pathOf` names the address of a conversation's messages. */
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
      if (statusCode !== 200 || !isWhole) throw new Error(`A turn was answered with ${statusCode}: ${text}`)
      return { elapsedMs: performance.now() - begunAt, firstPieceAt }
    },
  }
}

/** How long the model takes when it is asked directly. */
export async function askDirectly(url: string, body: string): Promise<number> {
  const begunAt = performance.now()
  const answer = await request(url, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await answer.body.text()
  return performance.now() - begunAt
}
