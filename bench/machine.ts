// Names the machine that figures were measured on.
import { availableParallelism, cpus, totalmem, type } from 'node:os'
import pg from 'pg'

export function machine(postgresVersion: string): string {
  const cpu = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${cpu}, ${availableParallelism()} cores, ${memory}, ${type()}; Node ${process.version}, PostgreSQL ${postgresVersion}`
}

/** The server's version, and whether what it commits is on disk. */
export async function describePostgres(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  // The server may be stopped before the connection has ended.
  client.on('error', () => {})
  await client.connect()
  try {
    const sql = `select current_setting('server_version') as version, current_setting('fsync') as fsync`
    const { rows } = await client.query<{ version: string; fsync: string }>(sql)
    return `${rows[0]!.version} (fsync ${rows[0]!.fsync})`
  } finally {
    await client.end()
  }
}
