// Queries to a running server: its state, its identity and its database.
import pg from 'pg'
import { type Address, connectionStringOf } from './address.ts'
import { hasCode } from './fault.ts'

export type Answer = { state: 'ready'; durable: boolean } | { state: 'busy' } | { state: 'silent' }

/** `busy` is a server that starts or stops. `silent` is no server, or one of another cluster. */
export async function queryServer(address: Address, cluster: string): Promise<Answer> {
  // The file of a starting server does not contain the address of its socket yet.
  if (address.host === '' || address.port === 0) return { state: 'silent' }
  try {
    return await withClient(address, 'postgres', async (client) => {
      const sql = `select current_setting('data_directory') as directory, current_setting('fsync') as fsync`
      const { rows } = await client.query<{ directory: string; fsync: string }>(sql)
      if (samePath(rows[0]!.directory) !== samePath(cluster)) return { state: 'silent' }
      return { state: 'ready', durable: rows[0]!.fsync === 'on' }
    })
  } catch (error) {
    const tooManyConnections = '53300'
    if (hasCode(error, tooManyConnections)) return { state: 'ready', durable: true }
    const cannotConnectNow = '57P03'
    const connectionEnded = ['57P01', '57P02', 'ECONNRESET', 'EPIPE', '08006']
    const notThisServer = ['ECONNREFUSED', 'ENOENT', 'ENOTSOCK', '28P01', '28000', '3D000']
    if (hasCode(error, cannotConnectNow, ...connectionEnded)) return { state: 'busy' }
    if (hasCode(error, ...notThisServer)) return { state: 'silent' }
    if (/terminated|timeout/i.test((error as Error).message)) return { state: 'busy' }
    throw error
  }
}

export async function ensureDatabase(address: Address): Promise<void> {
  await withClient(address, 'postgres', async (client) => {
    const { rowCount } = await client.query(`select from pg_database where datname = 'parley'`)
    if (rowCount === 0) await client.query('create database parley')
  })
}

/** Makes a running server reload its configuration. */
export async function reloadSettings(address: Address): Promise<void> {
  await withClient(address, 'postgres', (client) => client.query('select pg_reload_conf()'))
}

async function withClient<T>(address: Address, database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const connectionString = connectionStringOf(address).replace('/parley?', `/${database}?`)
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

function samePath(path: string): string {
  return path.replaceAll('\\', '/').toLowerCase()
}
