// Asks a database of the operator's whether it lets us in, and says in one sentence why not.
import pg from 'pg'

/** No part of the address is told but the host: there may be a password in it. */
export async function checkDatabaseUrl(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select')
  } catch (error) {
    throw new Error(`the database at DATABASE_URL ${reasonOf(error)}.`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof pg.DatabaseError) return `refuses: ${error.message}`
  const { code, hostname } = error as { code?: unknown; hostname?: unknown }
  if (code === 'ENOTFOUND') return `is on a host that nobody knows: ${hostname}`
  return 'does not answer'
}
