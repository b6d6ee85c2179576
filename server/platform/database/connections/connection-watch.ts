// Closes connections that the database server no longer serves, although no error has ended them.
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { withTimeout } from '../../time/with-timeout.ts'
import { type Backend, SessionFault } from './session-settings.ts'

/**
 * A frozen server, an address that moves to another server and a firewall that forgets idle connections look the same from
 * here: statements are sent, and no answer comes. A connection is known to work by its answers, so an idle one is sent an
 * empty statement. A connection whose answer is overdue is looked up on the server over a new connection, and closed if no
 * server process executes its statement.
 */
const tickMs = 500
/**
 * Statements of lost connections that wait for the same lock get it one after another, and each keeps it until its server
 * process ends. So lookups follow each other faster for some time after a connection was closed.
 */
const followUpMs = 100
const followUpForMs = 5_000
/**
 * Between the two lookups that close a connection: an answer can be on its way, and TCP sends a lost packet again after about
 * 200 ms.
 */
const confirmAfterMs = 300
const idleAfterMs = 2_000
const overdueAfterMs = 2_000
const lookupTimeoutMs = 3_000
/** Without a server that answers two lookups in succession, connections are closed whose answer is overdue for this long. */
const hopelessAfterMs = 10_000

export interface WatchedClient extends pg.Client {
  /** Closes the connection without waiting for the server. Statements in progress fail with the error. */
  destroy(error?: Error): void
}

/** The parts of a `pg.Client` that its types leave out. */
interface Internals {
  connection: NodeJS.EventEmitter
  /** False while a statement has no answer yet. */
  readyForQuery?: boolean
  _ending: boolean
}

class Watched {
  readonly client: WatchedClient
  readonly backend: Backend
  /** When the connection last answered, was found to have begun a statement, or was asked to end. */
  #sinceMs = performance.now()
  #state = ''
  #answers = 0
  /** Since when lookups find that the server does not execute the statement. */
  suspectedAtMs: number | undefined
  /** Whether an error or the watch has ended the connection. */
  isLost = false
  /** Whether the watch has sent the statement that has no answer yet. */
  isProbed = false

  constructor(client: WatchedClient, backend: Backend) {
    this.client = client
    this.backend = backend
    internalsOf(client).connection.on('readyForQuery', () => this.#answers++)
  }

  /** `ending`, `busy` or `idle`, and for how long nothing has changed. */
  look(): { state: string; forMs: number } {
    const { readyForQuery, _ending } = internalsOf(this.client)
    const state = _ending ? 'ending' : readyForQuery ? 'idle' : 'busy'
    const current = `${state} ${this.#answers}`
    if (this.#state !== current) {
      this.#state = current
      this.#sinceMs = performance.now()
      this.suspectedAtMs = undefined
    }
    return { state, forMs: performance.now() - this.#sinceMs }
  }

  /** Whether the server process may not know that the connection has ended. */
  mayHoldLocks(): boolean {
    const isInTransaction = this.client.getTransactionStatus() !== 'I'
    return this.isLost || isInTransaction || (!internalsOf(this.client).readyForQuery && !this.isProbed)
  }

  probe(): void {
    this.isProbed = true
    const answered = (): void => {
      this.isProbed = false
    }
    this.client.query('').then(answered, () => {})
  }

  close(): void {
    this.isLost = true
    const lost = Object.assign(new Error('The connection to the database was lost.'), { code: 'ECONNRESET' })
    this.client.destroy(lost)
  }
}

const internalsOf = (client: pg.Client): Internals => client as unknown as Internals

/** Watches all connections of the process to one database. `connect` opens another one to look them up. */
export class ConnectionWatch {
  readonly #connect: () => Promise<WatchedClient>
  readonly #all = new Set<Watched>()
  #timer: NodeJS.Timeout | undefined
  /** Whether a statement has failed because the disk of the server was full. Reset by the reader. */
  lacksSpace = false
  /** The number of connections that were lost. */
  lost = 0
  /** The server processes of lost connections, which may still hold locks. */
  #lostBackends: (Backend & { lostAtMs: number })[] = []
  #isJudging = false
  #failedLookups = 0
  /** When a connection was last closed because the server did not serve it. */
  #closedAtMs = Number.NEGATIVE_INFINITY
  #lookup: WatchedClient | undefined

  constructor(connect: () => Promise<WatchedClient>) {
    this.#connect = connect
  }

  /** The connection is open. */
  add(client: WatchedClient, backend: Backend): void {
    const watched = new Watched(client, backend)
    this.#all.add(watched)
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref()
    internalsOf(client).connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === '53100') this.lacksSpace = true
    })
    client.once('error', () => {
      watched.isLost = true
      this.lost++
    })
    client.once('end', () => {
      this.#all.delete(watched)
      if (watched.mayHoldLocks()) this.#lostBackends.push({ ...backend, lostAtMs: performance.now() })
      if (this.#all.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
      this.#endLookup()
    })
  }

  #tick(): void {
    for (const watched of this.#all) {
      const { state, forMs } = watched.look()
      if (state === 'ending' && forMs >= overdueAfterMs) watched.close()
      // In a transaction, the statement would restart the time limit that the server sets for idle transactions.
      if (state === 'idle' && forMs >= idleAfterMs && watched.client.getTransactionStatus() === 'I') watched.probe()
    }
    if (!this.#isJudging) void this.#judge()
  }

  async #judge(): Promise<void> {
    this.#isJudging = true
    const isFollowUp = (): boolean => performance.now() - this.#closedAtMs < followUpForMs
    try {
      while (await this.#closeUnserved()) {
        if (!isFollowUp()) return
        await setTimeout(followUpMs)
      }
      this.#endLookup()
    } catch (error) {
      this.#endLookup()
      this.#onUnreachable(error)
    } finally {
      this.#isJudging = false
      // The last connection may have ended while the lookup was being opened.
      if (this.#all.size === 0) this.#endLookup()
    }
  }

  #overdue(): Watched[] {
    return [...this.#all].filter((watched) => {
      const { state, forMs } = watched.look()
      return state === 'busy' && forMs >= overdueAfterMs
    })
  }

  /** Two lookups in succession close a connection. Returns false if there was nothing to look up. */
  async #closeUnserved(): Promise<boolean> {
    const overdue = this.#overdue()
    const active = await this.#selectActive(overdue)
    this.#failedLookups = 0
    for (const watched of overdue) {
      const { state, forMs } = watched.look()
      if (active.includes(keyOf(watched.backend))) watched.suspectedAtMs = undefined
      else if (state === 'busy' && forMs >= overdueAfterMs) this.#suspect(watched)
    }
    const lost = await this.#endLostBackends()
    return overdue.length + lost > 0
  }

  #suspect(watched: Watched): void {
    const nowMs = performance.now()
    watched.suspectedAtMs ??= nowMs
    if (nowMs - watched.suspectedAtMs < confirmAfterMs) return
    watched.close()
    this.#closedAtMs = nowMs
  }

  #onUnreachable(error: unknown): void {
    // A server that refuses a connection may serve others.
    if (error instanceof pg.DatabaseError || error instanceof SessionFault) return
    if (++this.#failedLookups < 2) return
    for (const watched of this.#overdue()) if (watched.look().forMs >= hopelessAfterMs) watched.close()
  }

  /**
   * The server does not notice by itself that a client is gone if the network drops silently what it sends. A pooler that
   * has noticed gives the server process to another client, which has begun a statement since then. Returns how many the
   * server was asked to end.
   */
  async #endLostBackends(): Promise<number> {
    const lost = this.#lostBackends.splice(0)
    if (lost.length === 0) return 0
    try {
      await this.#lookUp(
        `select pg_terminate_backend(pid)
         from pg_stat_activity join unnest($1::int[], $2::text[], $3::float8[]) lost (pid, key, seconds) using (pid)
         where key = pid || ' ' || backend_start and pid <> pg_backend_pid()
           and query_start < clock_timestamp() - make_interval(secs => seconds)`,
        [
          lost.map(({ pid }) => pid),
          lost.map(keyOf),
          lost.map(({ lostAtMs }) => (performance.now() - lostAtMs) / 1_000),
        ],
      )
      return lost.length
    } catch (error) {
      this.#lostBackends.push(...lost)
      throw error
    }
  }

  /** The keys of the backends that execute a statement. One that waits for its client has not received all of it. */
  async #selectActive(overdue: readonly Watched[]): Promise<string[]> {
    if (overdue.length === 0) return []
    const found = await this.#lookUp<Backend>(
      `select pid, backend_start::text as "startedAt" from pg_stat_activity
       where pid = any($1) and state = 'active' and wait_event is distinct from 'ClientRead'`,
      [overdue.map(({ backend }) => backend.pid)],
    )
    return found.map(keyOf)
  }

  async #lookUp<T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T[]> {
    this.#lookup ??= await this.#connect()
    return (await withTimeout(lookupTimeoutMs, this.#lookup.query<T>(text, values))).rows
  }

  #endLookup(): void {
    this.#lookup?.destroy()
    this.#lookup = undefined
  }
}

const keyOf = ({ pid, startedAt }: Backend): string => `${pid} ${startedAt}`
