// Answers as server-sent events: pieces while the answer is written, comments while nothing is said, then the whole reply.
// https://html.spec.whatwg.org/multipage/server-sent-events.html
import type { FastifyReply } from 'fastify'

/** What is refused is mostly refused by then, and has a status of its own. */
const patience = { beginAfterMs: 1_000, commentEveryMs: 15_000 }

export class EventStream {
  begun = false
  readonly #reply: FastifyReply
  readonly #requestId: string
  readonly #pauses: typeof patience
  #silence: NodeJS.Timeout

  constructor(reply: FastifyReply, requestId: string, pauses = patience) {
    this.#pauses = pauses
    this.#reply = reply
    this.#requestId = requestId
    this.#silence = setTimeout(() => this.#comment(), pauses.beginAfterMs)
  }

  /** Has to be called, whatever becomes of the answer. */
  end(): void {
    clearTimeout(this.#silence)
  }

  send(event: string, data: unknown): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** A refusal before the stream has begun is an ordinary answer with its own status. */
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
    clearTimeout(this.#silence)
    if (!this.begun) this.#begin()
    if (this.#reply.raw.destroyed) return
    this.#reply.raw.write(text)
    this.#silence = setTimeout(() => this.#comment(), this.#pauses.commentEveryMs)
  }

  #begin(): void {
    this.begun = true
    this.#reply.hijack()
    this.#reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': this.#requestId,
      ...keptHeaders(this.#reply),
    })
  }
}

function keptHeaders(reply: FastifyReply): Record<string, string> {
  const headers = Object.entries(reply.getHeaders()).filter(([name]) =>
    /^(x-ratelimit-|access-control-|idempotent-replayed$)/.test(name),
  )
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value)]))
}
