// A connection to the database that can be used when it is open: it can write, and has the settings of a session.
import pg from 'pg'
import type { DatabaseTarget } from './connection-target.ts'
import { ConnectionWatch, type WatchedClient } from './connection-watch.ts'
import type { DatabaseHost } from './database-url.ts'
import { type Backend, beginSession, SessionFault, type SessionOptions } from './session-settings.ts'

export interface DatabaseClientOptions extends SessionOptions, Pick<pg.ClientConfig, 'application_name' | 'types'> {
  target: DatabaseTarget
  /** Default: true. */
  isWatched?: boolean
}

const watches = new WeakMap<DatabaseTarget, ConnectionWatch>()

/** The watch of all connections of the process to the target. */
export function watchOf(target: DatabaseTarget): ConnectionWatch {
  const options = { target, application_name: 'parley lookup', isWatched: false }
  const watch = watches.get(target) ?? new ConnectionWatch(() => new DatabaseClient(options).connect())
  watches.set(target, watch)
  return watch
}

export class DatabaseClient extends pg.Client implements WatchedClient {
  /** Undefined until the connection is open. */
  backend: Backend | undefined
  /** The id of the server process as it was announced: poolers announce ids of their own. */
  declare readonly processID: number | null
  readonly #host: DatabaseHost
  readonly #options: DatabaseClientOptions

  /** A pool also passes its own options. */
  constructor(options: DatabaseClientOptions) {
    const { target, application_name, types } = options
    super({ ...target.clientConfig(), application_name, types })
    this.#host = target.host()
    this.#options = options
    // A lost connection is noticed by its next statement. Without a listener, the error would end the process.
    this.on('error', () => {})
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<this> | undefined {
    const opened = this.#open()
    if (!callback) return opened
    opened.then(() => callback(null), callback)
    return undefined
  }

  destroy(error?: Error): void {
    this.connection.stream.destroy(error)
  }

  /** Rejects after `connectTimeoutMs`, even if the server freezes after it has accepted the connection. */
  async #open(): Promise<this> {
    const { target } = this.#options
    const deadline = performance.now() + target.connectTimeoutMs
    try {
      let bindsChannel = false
      this.connection.on('authenticationSASL', ({ mechanisms }) => {
        bindsChannel = mechanisms.includes('SCRAM-SHA-256-PLUS')
      })
      await super.connect()
      if (target.requiresChannelBinding && !bindsChannel)
        throw new SessionFault('does not bind the authentication to the connection, as channel_binding=require asks')
      this.backend = await beginSession(
        this,
        { ...this.#options, refusesReadOnly: target.hosts.length > 1 },
        Math.max(1, deadline - performance.now()),
      )
      if (this.#options.isWatched !== false) watchOf(target).add(this, this.backend)
      return this
    } catch (error) {
      // A host without free connections is still the right one.
      if (!isShortOfResources(error)) target.advance(this.#host)
      this.destroy()
      throw Object.assign(error as Error, { databaseHost: this.#host })
    }
  }
}

const isShortOfResources = (error: unknown): boolean => /^53/.test(String((error as { code?: unknown }).code))
