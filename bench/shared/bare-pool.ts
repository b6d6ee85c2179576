// The database connections of the bare baselines.
import pg from 'pg'
import { createPreparation } from '#server/platform/database/prepared-statements.ts'

export interface BarePoolOptions {
  connectionString: string
  maxConnections: number
}

const timestamptz = 1184

/** With `prepares`, it prepares repeated statements as Parley does, so that they do not count as an advantage of Parley. */
export function openBarePool({ connectionString, maxConnections: max }: BarePoolOptions, prepares: boolean): pg.Pool {
  const types = new pg.TypeOverrides()
  // The responses need no Date objects, which would slow the baseline down.
  types.setTypeParser(timestamptz, (text) => text)
  const pool = new pg.Pool({ connectionString, max, types, options: '-c timezone=UTC' })
  const prepare = createPreparation()
  if (prepares) pool.on('connect', (client) => prepare(client))
  return pool
}
