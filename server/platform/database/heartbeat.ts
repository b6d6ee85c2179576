// Shows every two seconds that the database accepts writes and delivers notifications to this process.
import { randomUUID } from 'node:crypto'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { WatchedClient } from './connection-watch.ts'

const intervalMs = 2_000
/** One heartbeat can be lost with its connection. */
const maxAgeMs = 3 * intervalMs

export type Heartbeat = ReturnType<typeof createHeartbeat>

/**
 * `client` returns the connection that receives notifications while there is one, and `on` listens to a channel with it.
 */
export function createHeartbeat(
  client: () => WatchedClient | undefined,
  on: (channel: string, listener: (payload: string) => void) => void,
) {
  const channel = `heartbeat ${randomUUID()}`
  let provedAtMs = performance.now()
  let problem: string | undefined
  let isBeating = false
  let received: string | undefined
  let unavailableMs = 0
  let countedAtMs = provedAtMs

  /** Returns why the database cannot be used; null if it works, and undefined if that is unknown. */
  async function examine(current: WatchedClient): Promise<string | null | undefined> {
    const sent = randomUUID()
    try {
      // A notification is a write: its transaction has a number, and commits as others do, with standbys where required.
      const { rows } = await current.query<{ isReadOnly: boolean }>(
        `select pg_notify($1, $2), current_setting('transaction_read_only')::bool as "isReadOnly"`,
        [channel, sent],
      )
      if (current.lacksSpace) await proveSpace(current)
      if (rows[0]!.isReadOnly) return 'the database is read-only'
      return received === sent ? null : undefined
    } catch (error) {
      return problemOf(error)
    }
  }

  async function beat(): Promise<void> {
    const current = client()
    if (isBeating || !current) return
    isBeating = true
    const found = await examine(current)
    countUnavailable()
    problem = found ?? undefined
    if (found === null) provedAtMs = performance.now()
    isBeating = false
  }

  on(channel, (payload) => {
    // An empty payload comes with each new connection.
    if (payload === '') void beat()
    else received = payload
  })
  const currentProblem = (): string | undefined =>
    problem ?? (performance.now() - provedAtMs > maxAgeMs ? 'the database does not answer' : undefined)

  function countUnavailable(): number {
    const now = performance.now()
    if (currentProblem()) unavailableMs += now - countedAtMs
    countedAtMs = now
    return unavailableMs
  }

  const timer = setInterval(() => void beat(), intervalMs).unref()

  return {
    /** Why the database cannot be used at this moment, in words for operators. */
    problem: currentProblem,
    registerMetrics(registry: Registry, countReconnections: () => number): void {
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
          read: countReconnections,
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

/** A lost connection is replaced, and is a problem only if that takes longer. */
function problemOf(error: unknown): string | undefined {
  const { code } = error as { code?: unknown }
  if (code === '53100') return 'the disk of the database is full'
  if (code === '25006') return 'the database is read-only'
  return undefined
}

/** After a statement failed because the disk was full: sorts more than the memory holds, which needs a temporary file. */
async function proveSpace(client: WatchedClient): Promise<void> {
  await client.query(
    `set local work_mem = '64kB'; select n from generate_series(1, 100000) n order by -n offset 100000`,
  )
  client.lacksSpace = false
}
