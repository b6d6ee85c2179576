// Keeps one database connection open for state that belongs to it, and replaces it when it is lost.
import { setTimeout } from 'node:timers/promises'
import type { Log } from '../observability/log.ts'
import { WatchedClient } from './connection-watch.ts'

interface KeepConnectedOptions {
  connectionString: string
  name: string
  log: Log
  /** Called with each new connection, which `client()` already returns. */
  prepare(client: WatchedClient): Promise<void>
  onLost?(): void
  onReconnected(): void
}

/** Throws if the first connection fails. */
export async function keepConnected(options: KeepConnectedOptions) {
  const { connectionString, name, log } = options
  const closing = new AbortController()
  let current: WatchedClient | undefined

  async function connect(): Promise<void> {
    const client = new WatchedClient({ connectionString, application_name: name })
    client.on('error', () => {})
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    try {
      await client.connect()
      if (closing.signal.aborted) return await client.end()
      await client.identify()
      current = client
      await options.prepare(client)
    } catch (error) {
      current = undefined
      await client.end().catch(() => {})
      throw error
    }
    void ended.then(() => {
      current = undefined
      if (!closing.signal.aborted) void reconnect()
    })
  }

  async function reconnect(): Promise<void> {
    log.warn({ connection: name }, 'a database connection was lost')
    options.onLost?.()
    while (!closing.signal.aborted) {
      try {
        await connect()
      } catch {
        await setTimeout(100, undefined, { signal: closing.signal, ref: false }).catch(() => {})
        continue
      }
      if (!closing.signal.aborted) options.onReconnected()
      return
    }
  }

  await connect()
  return {
    /** Undefined while the connection is lost. */
    client: () => current,
    async [Symbol.asyncDispose](): Promise<void> {
      closing.abort()
      await current?.end()
    },
  }
}
