// Migrations: numbered SQL files, forward only, checked by their hashes, one process at a time.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

export interface Migration {
  /** `0001-accounts` */
  name: string
  sql: string
}

const directory = new URL('../../migrations/', import.meta.url)

// Any two processes that ever run migrations must agree on this number.
const lockKey = 7_245_710_233

export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -'.sql'.length),
      sql: await readFile(new URL(file, directory), 'utf8'),
    })),
  )
}

/**
 * Brings the database up to `migrations`, each in its own transaction, under a lock that others wait for; `afterwards`
 * runs under the same lock. Refuses a database that a newer Parley has migrated, and one whose past was rewritten.
 */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[],
  afterwards: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      `create table if not exists migrations (
         name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    const applied = new Map(rows.map((row) => [row.name, row.sha256]))
    checkPast(applied, migrations)
    for (const migration of migrations) {
      if (!applied.has(migration.name)) await apply(client, migration)
    }
    await afterwards(client)
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    // Not handed back: its statement timeout was lifted.
    client.release(true)
  }
}

function checkPast(applied: Map<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, hashOf(migration)]))
  for (const [name, sha256] of applied) {
    if (!known.has(name))
      throw new Error(
        `The database holds migration ${name}, which this Parley does not know: it is of a newer version.`,
      )
    if (known.get(name) !== sha256)
      throw new Error(`Migration ${name} was changed after it had been applied; add a new one instead.`)
  }
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [migration.name, hashOf(migration)])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${migration.name} failed`, { cause: error })
  }
}

export function hashOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex')
}
