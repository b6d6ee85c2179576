// Migrates the database with numbered SQL files: forward only, checked by hash, one process at a time.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Db } from './database.ts'
import { allValues } from './statements.ts'

export interface Migration {
  /** `0001-accounts` */
  name: string
  sql: string
}

const directory = new URL('../../migrations/', import.meta.url)

// Must be the same in all versions of Parley.
const lockKey = 7_245_710_233

/** Each migration is announced when it is committed. */
export const migrationsChannel = 'parley_migrations'

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
 * Applies the missing migrations, each in its own transaction, and then runs `afterwards`, all under a lock that other
 * processes wait for. Throws if a newer Parley has migrated the database, or if an applied migration was changed.
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
    checkApplied(applied, migrations)
    for (const migration of migrations) {
      if (!applied.has(migration.name)) await apply(client, migration)
    }
    await afterwards(client)
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    // Destroyed instead of returned to the pool, because its statement timeout is disabled.
    client.release(true)
  }
}

function checkApplied(applied: Map<string, string>, migrations: readonly Migration[]): void {
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

/** The migrations of a newer version than this one, in their order. */
export async function selectUnknown(db: Db, known: readonly Migration[]): Promise<string[]> {
  return allValues<string>(db)`
    select name from migrations where name <> all(${known.map(({ name }) => name)}::text[]) order by name`
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [migration.name, hashOf(migration)])
    await client.query('select pg_notify($1, $2)', [migrationsChannel, migration.name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${migration.name} failed`, { cause: error })
  }
}

export function hashOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex')
}
