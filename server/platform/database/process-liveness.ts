// Who lives: a process shows its names by locks that end with its connection, and others look for them.
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../observability/log.ts'
import type { Db } from './database.ts'

export interface ProcessLiveness extends AsyncDisposable {
  /** A UUID that names this process, from its start to its end. */
  id: string
  /** Shows a further name until it is disposed of. */
  announce(name: string): AsyncDisposable
  /** Those of the names that nobody shows at this moment: their connections are lost, and may be just made anew. */
  selectMissing(names: readonly string[]): Promise<string[]>
  /** Whether the name was missed twice in succession. Takes a moment only when it was missed once. */
  isDead(name: string): Promise<boolean>
}

export interface ProcessLivenessOptions {
  connectionString: string
  db: Db
  log: Log
}

const lockSpace = 'parley liveness'
const lookAgainAfterMs = 300
const connectAgainAfterMs = 100
/** What ended our connection may have ended those of others, who need a moment to show themselves again. */
const judgesNobodyForMs = 5_000

/** Holds one connection for all names; a lost one is made anew. */
export async function openProcessLiveness({
  connectionString,
  db,
  log,
}: ProcessLivenessOptions): Promise<ProcessLiveness> {
  const id = randomUUID()
  const names = new Set<string>([id])
  let closed = false
  let client: pg.Client | undefined
  let judgesFromMs = 0
  const closing = new AbortController()

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'parley liveness',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    next.on('error', () => {})
    const ended = new Promise<void>((resolve) => next.once('end', resolve))
    try {
      await next.connect()
      if (closed) return await next.end()
      client = next
      await lock(next, [...names])
    } catch (error) {
      client = undefined
      await next.end().catch(() => {})
      throw error
    }
    void ended.then(() => {
      client = undefined
      if (!closed) void connectAgain()
    })
  }

  async function connectAgain(): Promise<void> {
    judgesFromMs = Number.POSITIVE_INFINITY
    log.warn('the connection that shows that this process lives was lost')
    while (!closed) {
      try {
        await connect()
        judgesFromMs = performance.now() + judgesNobodyForMs
        return
      } catch {
        await setTimeout(connectAgainAfterMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      }
    }
  }

  async function selectMissing(sought: readonly string[]): Promise<string[]> {
    if (sought.length === 0 || performance.now() < judgesFromMs) return []
    return selectNotShown(db, sought)
  }

  await connect()
  return {
    id,
    announce(name) {
      names.add(name)
      const current = client
      // Else it is shown with the next connection.
      if (current) lock(current, [name]).catch(() => current.end())
      return {
        async [Symbol.asyncDispose]() {
          names.delete(name)
          if (client) await unlock(client, name).catch(() => {})
        },
      }
    },
    selectMissing,
    async isDead(name) {
      if (names.has(name) || (await selectMissing([name])).length === 0) return false
      await setTimeout(lookAgainAfterMs)
      return (await selectMissing([name])).length > 0
    },
    async [Symbol.asyncDispose]() {
      closed = true
      closing.abort()
      await client?.end()
    },
  }
}

/** Shared, so that it never waits for a former connection of ours that the database has not missed yet. */
async function lock(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query('select pg_advisory_lock_shared(hashtext($1), hashtext(name)) from unnest($2::text[]) name', [
    lockSpace,
    names,
  ])
}

async function unlock(client: pg.Client, name: string): Promise<void> {
  await client.query('select pg_advisory_unlock_shared(hashtext($1), hashtext($2))', [lockSpace, name])
}

async function selectNotShown(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) name
    where not exists (
      select from pg_locks l
      where l.locktype = 'advisory' and l.granted and l.objsubid = 2
        and l.database = (select oid from pg_database where datname = current_database())
        and l.classid = (hashtext(${lockSpace})::bigint & 4294967295)::oid
        and l.objid = (hashtext(name)::bigint & 4294967295)::oid)`.execute(db)
  return rows.map(({ name }) => name)
}
