// Closes connections that the database server no longer serves, although no error has ended them.
import pg from 'pg'
import { withTimeout } from '../time/with-timeout.ts'

/**
 * A frozen server, an address that moves to another server and a firewall that forgets idle connections look the same from
 * here: statements are sent, and no answer comes. A connection is known to work by its answers, so an idle one is sent an
 * empty statement. A connection whose answer is overdue is looked up on the server over a new connection, and closed if no
 * server process executes its statement.
 */
const tickMs = 500
const idleAfterMs = 2_000
const overdueAfterMs = 2_000
const lookupTimeoutMs = 3_000
/** Without a server that answers two lookups in succession, connections are closed whose answer is overdue for this long. */
const hopelessAfterMs = 10_000

/** Found in `pg_stat_activity`. The start distinguishes processes of different servers with the same number. */
interface Backend {
  pid: number
  startedAt: string
}

/** The parts of a `pg.Client` that its types leave out. */
interface Internals {
  connection: NodeJS.EventEmitter & { stream: { destroy(error?: Error): void } }
  /** False while a statement has no answer yet. */
  readyForQuery?: boolean
  _ending: boolean
}

class Watched {
  readonly client: WatchedClient
  /** When the connection last answered, was found to have begun a statement, or was asked to end. */
  sinceMs = performance.now()
  #state = ''
  #answers = 0
  /** Whether the last lookup found that the server does not execute the statement. */
  isSuspected = false

  constructor(client: WatchedClient) {
    this.client = client
    internalsOf(client).connection.on('readyForQuery', () => this.#answers++)
  }

  /** `ending`, `busy` or `idle`, and for how long nothing has changed. */
  look(): { state: string; forMs: number } {
    const { readyForQuery, _ending } = internalsOf(this.client)
    const state = _ending ? 'ending' : readyForQuery ? 'idle' : 'busy'
    if (this.#state !== `${state} ${this.#answers}`) {
      this.#state = `${state} ${this.#answers}`
      this.sinceMs = performance.now()
      this.isSuspected = false
    }
    return { state, forMs: performance.now() - this.sinceMs }
  }

  close(): void {
    const lost = Object.assign(new Error('The connection to the database was lost.'), { code: 'ECONNRESET' })
    internalsOf(this.client).connection.stream.destroy(lost)
  }
}

const internalsOf = (client: pg.Client): Internals => client as unknown as Internals

/** A client that is watched from its connection to its end, together with all others of the same connection string. */
export class WatchedClient extends pg.Client {
  backend: Backend | undefined
  readonly #watch: ConnectionWatch

  constructor(config: pg.ClientConfig & { connectionString: string }) {
    super({ ...config, keepAlive: true, keepAliveInitialDelayMillis: 5_000, connectionTimeoutMillis: 5_000 })
    this.#watch = watchOf(config.connectionString)
    this.once('connect', () => this.#watch.add(this))
  }

  /** Whether a statement of any connection has failed because the disk of the server was full. Reset by the reader. */
  get lacksSpace(): boolean {
    return this.#watch.lacksSpace
  }

  set lacksSpace(lacksSpace: boolean) {
    this.#watch.lacksSpace = lacksSpace
  }

  /** To be called on each new connection before it is used. */
  async identify(): Promise<void> {
    const { rows } = await this.query<Backend>(
      `select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`,
    )
    this.backend = rows[0]
  }
}

/** The number of connections that were lost since the first one with this connection string. */
export const countLostConnections = (connectionString: string): number => watches.get(connectionString)?.lost ?? 0

const watches = new Map<string, ConnectionWatch>()

function watchOf(connectionString: string): ConnectionWatch {
  const watch = watches.get(connectionString) ?? new ConnectionWatch(connectionString)
  watches.set(connectionString, watch)
  return watch
}

class ConnectionWatch {
  readonly #connectionString: string
  readonly #all = new Set<Watched>()
  #timer: NodeJS.Timeout | undefined
  lacksSpace = false
  lost = 0
  #isJudging = false
  #failedLookups = 0
  #lookup: pg.Client | undefined

  constructor(connectionString: string) {
    this.#connectionString = connectionString
  }

  add(client: WatchedClient): void {
    const watched = new Watched(client)
    this.#all.add(watched)
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref()
    internalsOf(client).connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === '53100') this.lacksSpace = true
    })
    client.once('error', () => this.lost++)
    client.once('end', () => {
      this.#all.delete(watched)
      if (this.#all.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
      this.#endLookup()
    })
  }

  #tick(): void {
    const overdue: Watched[] = []
    for (const watched of this.#all) {
      const { state, forMs } = watched.look()
      if (state === 'ending' && forMs >= overdueAfterMs) watched.close()
      if (state === 'busy' && forMs >= overdueAfterMs) overdue.push(watched)
      // In a transaction, the server's limit for idle transactions would start anew.
      if (state === 'idle' && forMs >= idleAfterMs && watched.client.getTransactionStatus() === 'I')
        watched.client.query('').catch(() => {})
    }
    if (!this.#isJudging) void this.#judge(overdue)
  }

  /** Only a second lookup closes a connection, because an answer can be on its way during the first. */
  async #judge(overdue: readonly Watched[]): Promise<void> {
    this.#isJudging = true
    try {
      const active = overdue.length > 0 ? await this.#selectActive(overdue) : []
      this.#failedLookups = 0
      for (const watched of overdue) {
        const { backend } = watched.client
        if (backend && active.includes(keyOf(backend))) continue
        if (watched.look().state === 'busy' && watched.isSuspected) watched.close()
        watched.isSuspected = true
      }
      if (overdue.length === 0) this.#endLookup()
    } catch (error) {
      this.#endLookup()
      this.#onUnreachable(error, overdue)
    } finally {
      this.#isJudging = false
    }
  }

  #onUnreachable(error: unknown, overdue: readonly Watched[]): void {
    // A server that refuses a connection may serve others.
    if (error instanceof pg.DatabaseError) return
    if (++this.#failedLookups < 2) return
    for (const watched of overdue) {
      const { state, forMs } = watched.look()
      if (state === 'busy' && forMs >= hopelessAfterMs) watched.close()
    }
  }

  /** The keys of the backends that execute a statement. */
  async #selectActive(overdue: readonly Watched[]): Promise<string[]> {
    const pids = overdue.flatMap(({ client }) => client.backend?.pid ?? [])
    this.#lookup ??= await connectForLookup(this.#connectionString)
    const { rows } = await withTimeout(
      lookupTimeoutMs,
      this.#lookup.query<Backend>(
        `select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = any($1) and state = 'active'`,
        [pids],
      ),
    )
    return rows.map(keyOf)
  }

  #endLookup(): void {
    if (this.#lookup) internalsOf(this.#lookup).connection.stream.destroy()
    this.#lookup = undefined
  }
}

const keyOf = ({ pid, startedAt }: Backend): string => `${pid} ${startedAt}`

async function connectForLookup(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'parley lookup',
    connectionTimeoutMillis: lookupTimeoutMs,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
