// What a handler may know of its request beside the input.
import type { FastifyRequest } from 'fastify'
import type { IdempotentOperation } from '../idempotent-operation.ts'
import type { EventStream } from './event-stream.ts'
import type { Call } from './route.ts'

export class RequestCall implements Call {
  readonly operation: IdempotentOperation | undefined
  readonly #request: FastifyRequest
  readonly #stream: EventStream | undefined

  constructor(request: FastifyRequest, stream: EventStream | undefined, effect: IdempotentOperation | undefined) {
    this.operation = effect
    this.#request = request
    this.#stream = stream
  }

  get url(): string {
    return this.#request.raw.url ?? '/'
  }

  get delta(): ((text: string) => void) | undefined {
    const stream = this.#stream
    return stream && ((text) => stream.send('delta', { text }))
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }
}
