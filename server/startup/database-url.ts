// Checks that Parley can use the configured database, and explains why if it cannot.
import pg from 'pg'

/** Error messages contain no part of the URL except the host, because it may contain a password. */
export async function checkDatabaseUrl(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select')
  } catch (error) {
    throw new Error(`the database at DATABASE_URL cannot be used: ${reasonOf(error)}.`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof pg.DatabaseError) return error.message
  const { code, hostname } = error as { code?: unknown; hostname?: unknown }
  if (code === 'ENOTFOUND') return `the host ${hostname} is unknown`
  return 'it does not respond'
}
