// Detects dead processes: each process announces its names with locks that end with its connection.
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Log } from '../observability/log.ts'
import type { Db } from './database.ts'
import { keepConnected } from './keep-connected.ts'
import { allValues, oneValue } from './statements.ts'

export type ProcessLiveness = Awaited<ReturnType<typeof openProcessLiveness>>

const lockSpace = 'parley liveness'

/** What ended the session of this process may have ended those of others, which need time to connect again. */
const graceMs = 10_000

export async function openProcessLiveness(options: { connectionString: string; db: Db; log: Log }) {
  const { connectionString, db, log } = options
  const id = randomUUID()
  const names = new Set<string>([id])
  let checksFromMs = 0
  const connection = await keepConnected({
    connectionString,
    name: 'parley liveness',
    log,
    async prepare(client) {
      await client.query(limitSilence)
      await lock(client, [...names])
      await endEarlierSessions(client, id)
    },
    onLost() {
      checksFromMs = Number.POSITIVE_INFINITY
    },
    onReconnected() {
      checksFromMs = performance.now() + graceMs
    },
  })
  const mayJudge = (): boolean => performance.now() >= checksFromMs

  /**
   * Returns the names of other processes that no process announces at this moment; their connection may be being
   * restored. Returns none while this process does not see its own announcement on the same server, and for some time
   * after it had to connect again.
   */
  async function selectMissing(wanted: readonly string[]): Promise<string[]> {
    const others = wanted.filter((name) => !names.has(name))
    if (others.length === 0 || !mayJudge()) return []
    const missing = await selectUnlocked(db, id, others)
    return mayJudge() ? missing : []
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
        select count(distinct l.pid)::int as count
        from (select ${name}::text as name) announced, pg_locks l where ${sql.raw(isLockOf('announced.name'))}`
    },
    /** Whether the name is missing twice in succession. The second check follows after a short delay. */
    async isDead(name: string): Promise<boolean> {
      if ((await selectMissing([name])).length === 0) return false
      await setTimeout(300)
      return (await selectMissing([name])).length > 0
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}

/** The server ends the session of a machine that is lost within about ten seconds; by default, it waits for two hours. */
const limitSilence = `
  set tcp_keepalives_idle = 4; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3; set tcp_user_timeout = 10000`

/** Shared locks do not wait for a lost connection of this process that the server has not closed yet. */
async function lock(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query('select pg_advisory_lock_shared(hashtext($1), hashtext(name)) from unnest($2::text[]) name', [
    lockSpace,
    names,
  ])
}

/** Otherwise the process would be counted twice, and would not be missing when it ends. */
async function endEarlierSessions(client: pg.Client, id: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.pid <> pg_backend_pid() and a.usename = current_user and ${isLockOf('$1')}`,
    [id],
  )
}

/** Returns none if `id` is not locked. */
function selectUnlocked(db: Db, id: string, names: readonly string[]): Promise<string[]> {
  return allValues<string>(db)`
    select name from unnest(${names}::text[]) name
    where exists (select from (select ${id}::text as id) own, pg_locks l where ${sql.raw(isLockOf('own.id'))})
      and not exists (select from pg_locks l where ${sql.raw(isLockOf('name'))})`
}

/** For the alias `l` of `pg_locks`. `name` is an expression of SQL. */
const isLockOf = (name: string): string => `
  l.locktype = 'advisory' and l.granted and l.objsubid = 2
    and l.database = (select oid from pg_database where datname = current_database())
    and l.classid = (hashtext('${lockSpace}')::bigint & 4294967295)::oid
    and l.objid = (hashtext(${name})::bigint & 4294967295)::oid`
