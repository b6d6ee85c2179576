// The part of autocannon that the benches use; the package brings no types.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    headers?: Record<string, string>
  }

  interface Result {
    errors: number
    non2xx: number
  }

  interface Instance extends EventEmitter {
    on(event: 'response', hear: (client: unknown, status: number, bytes: number, elapsedMs: number) => void): this
    on(event: 'error' | 'reqError', hear: (error: Error) => void): this
  }

  function autocannon(options: Options, done: (error: Error | null, result: Result) => void): Instance
  export = autocannon
}
