// Opens a TCP front between Parley and a database.
import pg from 'pg'
import { openTcpFront } from './tcp-front.ts'

/** `connectionString` leads through the front to the given database. */
export async function openDatabaseFront(direct: string) {
  const { host, port } = new pg.Client({ connectionString: direct })
  const front = await openTcpFront(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  const url = new URL(direct)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(front.port)
  return { ...front, connectionString: url.href }
}
