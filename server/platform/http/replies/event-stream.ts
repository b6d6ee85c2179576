// Streams a response as server-sent events: pieces of the text, comments during pauses, then the whole reply.
// https://html.spec.whatwg.org/multipage/server-sent-events.html
import type { FastifyReply } from 'fastify'

/** Most refusals happen within a second, before the stream begins, and can still set the status. */
const defaultDelays = { beginAfterMs: 1_000, commentEveryMs: 15_000 }

export class EventStream {
  begun = false
  readonly #reply: FastifyReply
  readonly #requestId: string
  readonly #delays: typeof defaultDelays
  #commentTimer: NodeJS.Timeout

  constructor(reply: FastifyReply, requestId: string, delays = defaultDelays) {
    this.#delays = delays
    this.#reply = reply
    this.#requestId = requestId
    this.#commentTimer = setTimeout(() => this.#comment(), delays.beginAfterMs)
  }

  /** Must be called whether or not the request succeeds. */
  end(): void {
    clearTimeout(this.#commentTimer)
  }

  send(event: string, data: unknown): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** An error before the stream has begun is sent as an ordinary response with its own status. */
  finish(answer: { status: number; body: unknown }): FastifyReply {
    const failed = answer.status >= 400
    if (failed && !this.begun) return this.#reply.code(answer.status).send(answer.body)
    this.send(failed ? 'error' : 'done', answer.body)
    this.end()
    this.#reply.raw.end()
    return this.#reply
  }

  #comment(): void {
    this.#write(': still at it\n\n')
  }

  #write(text: string): void {
    clearTimeout(this.#commentTimer)
    if (!this.begun) this.#begin()
    if (this.#reply.raw.destroyed) return
    this.#reply.raw.write(text)
    this.#commentTimer = setTimeout(() => this.#comment(), this.#delays.commentEveryMs)
  }

  #begin(): void {
    this.begun = true
    beginEventStream(this.#reply, this.#requestId)
  }
}

/** Sends the head of the response. What follows is written to `reply.raw`. */
export function beginEventStream(reply: FastifyReply, requestId: string): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...headersSetBefore(reply),
  })
}

function headersSetBefore(reply: FastifyReply): Record<string, string> {
  const headers = Object.entries(reply.getHeaders()).filter(([name]) =>
    /^(x-ratelimit-|access-control-|idempotent-replayed$)/.test(name),
  )
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value)]))
}
