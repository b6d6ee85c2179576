// Shows every two seconds that the database accepts writes and delivers notifications to this process.
import { randomUUID } from 'node:crypto'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { ConnectionWatch } from './connections/connection-watch.ts'
import type { DatabaseClient } from './connections/database-client.ts'
import { type UnavailableReason, unavailableReason, unavailableReasons } from './unavailable.ts'

const intervalMs = 2_000
/** One heartbeat can be lost with its connection. */
const maxAgeMs = 3 * intervalMs

export type Heartbeat = ReturnType<typeof createHeartbeat>

interface HeartbeatOptions {
  /** The connection that receives the notifications while there is one. */
  client(): DatabaseClient | undefined
  /** Why there was none at the last attempt to connect. */
  connectError(): unknown
  /** Listens to a channel with this connection. */
  on(channel: string, listener: (payload: string) => void): void
  watch: ConnectionWatch
}

export function createHeartbeat({ client, connectError, on, watch }: HeartbeatOptions) {
  const channel = `heartbeat ${randomUUID()}`
  let provedAtMs = performance.now()
  let failure: UnavailableReason | undefined
  let isBeating = false
  let received: string | undefined
  let unavailableMs = 0
  let countedAtMs = provedAtMs
  let wasUnavailable = false

  /** Returns whether a notification has arrived, or why the database cannot be used. */
  async function examine(current: DatabaseClient): Promise<boolean | UnavailableReason | undefined> {
    const sent = randomUUID()
    try {
      // A notification is a write: its transaction has a number, and commits as others do, with standbys where required.
      const { rows } = await current.query<{ isReadOnly: boolean }>(
        `select pg_notify($1, $2), current_setting('transaction_read_only')::bool as "isReadOnly"`,
        [channel, sent],
      )
      if (watch.lacksSpace) {
        await proveSpace(current)
        watch.lacksSpace = false
      }
      return rows[0]!.isReadOnly ? 'read_only' : received === sent
    } catch (error) {
      return unavailableReason(error)
    }
  }

  async function beat(): Promise<void> {
    const current = client()
    if (isBeating || !current) return
    isBeating = true
    const found = await examine(current)
    countUnavailable()
    failure = typeof found === 'string' ? found : undefined
    if (found === true) provedAtMs = performance.now()
    countUnavailable()
    isBeating = false
  }

  on(channel, (payload) => {
    // An empty payload comes with each new connection.
    if (payload === '') void beat()
    else received = payload
  })
  /** A lost connection is replaced, and is a problem only if that takes longer. */
  function currentProblem(): string | undefined {
    const reason = client() ? failure : unavailableReason(connectError())
    if (reason === 'read_only' || reason === 'disk_full') return unavailableReasons[reason]
    if (performance.now() - provedAtMs <= maxAgeMs) return undefined
    return unavailableReasons[reason ?? 'not_answering']
  }

  /** Counts the time since the last count if there was a problem at its beginning or is one now. */
  function countUnavailable(): number {
    const now = performance.now()
    const isUnavailable = currentProblem() !== undefined
    if (wasUnavailable || isUnavailable) unavailableMs += now - countedAtMs
    countedAtMs = now
    wasUnavailable = isUnavailable
    return unavailableMs
  }

  const timer = setInterval(() => void beat(), intervalMs).unref()

  return {
    /** Why the database cannot be used at this moment, in words for operators. */
    problem: currentProblem,
    registerMetrics(registry: Registry): void {
      registry.registerMetric(
        new Gauge({
          name: 'parley_database_heartbeat_age_seconds',
          help: 'Time since the database last accepted a write and delivered its notification to this process.',
          registers: [],
          collect() {
            this.set((performance.now() - provedAtMs) / 1000)
          },
        }),
      )
      const totals = {
        parley_database_unavailable_seconds_total: {
          help: 'Time without a database that accepts writes.',
          read: () => countUnavailable() / 1000,
        },
        parley_database_reconnections_total: {
          help: 'Connections to the database that were lost and replaced.',
          read: () => watch.lost,
        },
      }
      for (const [name, { help, read }] of Object.entries(totals)) {
        const collect = function (this: Counter) {
          this.reset()
          this.inc(read())
        }
        registry.registerMetric(new Counter({ name, help, registers: [], collect }))
      }
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** After a statement failed because the disk was full: sorts more than the memory holds, which needs a temporary file. */
async function proveSpace(client: DatabaseClient): Promise<void> {
  await client.query(
    `set local work_mem = '64kB'; select n from generate_series(1, 100000) n order by -n offset 100000`,
  )
}
