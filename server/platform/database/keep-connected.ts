// Keeps one database connection open for state that belongs to it, and replaces it when it is lost.
import { setTimeout } from 'node:timers/promises'
import type { Log } from '../observability/log.ts'
import { targetOf } from './connections/connection-target.ts'
import { DatabaseClient } from './connections/database-client.ts'

interface KeepConnectedOptions {
  connectionString: string
  name: string
  log: Log
  /** Called with each new connection, which `client()` already returns. */
  prepare(client: DatabaseClient): Promise<void>
  onLost?(): void
  onReconnected(): void
}

/** Throws if the first connection fails. */
export async function keepConnected(options: KeepConnectedOptions) {
  const { connectionString, name, log } = options
  const closing = new AbortController()
  let current: DatabaseClient | undefined
  let connectError: unknown

  async function connect(): Promise<void> {
    const client = new DatabaseClient({ target: targetOf(connectionString), application_name: name })
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    try {
      await client.connect()
      if (closing.signal.aborted) return await client.end()
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
      } catch (error) {
        connectError = error
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
    /** Why the last attempt to replace the connection failed. */
    connectError: () => connectError,
    async [Symbol.asyncDispose](): Promise<void> {
      closing.abort()
      await current?.end()
    },
  }
}
