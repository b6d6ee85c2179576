// Detects dead processes: each process announces its names with locks that end with its connection.
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Log } from '../observability/log.ts'
import type { Db } from './database.ts'
import { keepConnected } from './keep-connected.ts'
import { allValues, oneValue } from './statements.ts'

export type ProcessLiveness = Awaited<ReturnType<typeof openProcessLiveness>>

const lockSpace = 'parley liveness'

export async function openProcessLiveness(options: { connectionString: string; db: Db; log: Log }) {
  const { connectionString, db, log } = options
  const id = randomUUID()
  const names = new Set<string>([id])
  let checksFromMs = 0
  const connection = await keepConnected({
    connectionString,
    name: 'parley liveness',
    log,
    prepare: (client) => lock(client, [...names]),
    onLost() {
      checksFromMs = Number.POSITIVE_INFINITY
    },
    onReconnected() {
      // What ended our connection may have ended others, whose processes need time to reconnect.
      checksFromMs = performance.now() + 5_000
    },
  })

  /** Returns the names that no process announces at this moment; their connection may be being restored. */
  async function selectMissing(wanted: readonly string[]): Promise<string[]> {
    if (wanted.length === 0 || performance.now() < checksFromMs) return []
    return selectUnlocked(db, wanted)
  }

  return {
    /** A UUID that identifies this process from its start to its end. */
    id,
    /** Announces a further name until the returned object is disposed of. */
    announce(name: string): AsyncDisposable {
      names.add(name)
      const client = connection.client()
      // Without a connection, the next one announces it.
      if (client) lock(client, [name]).catch(() => client.end())
      return {
        async [Symbol.asyncDispose]() {
          names.delete(name)
          const unlock = 'select pg_advisory_unlock_shared(hashtext($1), hashtext($2))'
          await connection
            .client()
            ?.query(unlock, [lockSpace, name])
            .catch(() => {})
        },
      }
    },
    selectMissing,
    /** How many processes announce the name. */
    async countProcesses(name: string): Promise<number> {
      return oneValue<number>(db)`
        select count(distinct l.pid)::int as count from pg_locks l where ${isLockOf(sql`${name}`)}`
    },
    /** Whether the name is missing twice in succession. The second check follows after a short delay. */
    async isDead(name: string): Promise<boolean> {
      if (names.has(name) || (await selectMissing([name])).length === 0) return false
      await setTimeout(300)
      return (await selectMissing([name])).length > 0
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}

/** Shared locks do not wait for a lost connection of this process that the server has not closed yet. */
async function lock(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query('select pg_advisory_lock_shared(hashtext($1), hashtext(name)) from unnest($2::text[]) name', [
    lockSpace,
    names,
  ])
}

function selectUnlocked(db: Db, names: readonly string[]): Promise<string[]> {
  return allValues<string>(db)`
    select name from unnest(${names}::text[]) name
    where not exists (select from pg_locks l where ${isLockOf(sql`name`)})`
}

/** For the alias `l` of `pg_locks`. */
const isLockOf = (name: RawBuilder<unknown>) => sql`
  l.locktype = 'advisory' and l.granted and l.objsubid = 2
    and l.database = (select oid from pg_database where datname = current_database())
    and l.classid = (hashtext(${lockSpace})::bigint & 4294967295)::oid
    and l.objid = (hashtext(${name})::bigint & 4294967295)::oid`
