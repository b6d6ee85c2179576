// Creates test databases as copies of a template that is migrated once.
import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { prepareDatabase } from '#server/app-context.ts'
import { testDatabaseUrl } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { hashOf, readMigrations } from '#server/platform/database/migrate.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { openTestPostgres } from './postgres.ts'

export interface TestDatabase extends AsyncDisposable {
  connectionString: string
}

const lockKey = 7_245_710_234
const log = createLog({ level: 'silent', pretty: false })

/** Creates a migrated database, which is dropped on disposal. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url } = await openServer()
  template ??= createTemplate(url)
  return createDatabase(await template)
}

/** Creates a database without tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0')
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const { url, pool } = await openServer()
  const name = `parley_test_${randomUUID().replaceAll('-', '')}`
  await pool.query(`create database ${name} template ${template}`)
  return {
    connectionString: withDatabase(url, name),
    [Symbol.asyncDispose]: async () => void (await pool.query(`drop database if exists ${name} with (force)`)),
  }
}

let template: Promise<string> | undefined
let server: Promise<{ url: string; pool: pg.Pool }> | undefined

/** Keeps its connections, because each costs PostgreSQL a process. */
function openServer() {
  server ??= (async () => {
    const url = testDatabaseUrl() ?? (await openTestPostgres()).connectionString
    const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
    // The server may stop. The next query connects again.
    pool.on('error', () => {})
    return { url, pool }
  })()
  return server
}

/** The name contains a hash of the migrations, so that changed migrations use a new template. */
async function createTemplate(server: string): Promise<string> {
  const migrations = await readMigrations()
  const hash = createHash('sha256').update(migrations.map(hashOf).join()).digest('hex').slice(0, 16)
  const name = `parley_template_${hash}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rows.length > 0) return name
    const draft = `${name}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft}`)
    {
      await using database = openDatabase(withDatabase(server, draft), { maxConnections: 4, name: 'parley template' })
      await prepareDatabase(database, log)
    }
    await client.query(`alter database ${draft} rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

/** Replaces the database name; works for `postgres://host/name` and for socket addresses with a query. */
function withDatabase(connectionString: string, name: string): string {
  const [address, query] = connectionString.split('?', 2)
  return `${address!.replace(/\/[^/]*$/, `/${name}`)}${query === undefined ? '' : `?${query}`}`
}
