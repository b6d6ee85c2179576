// Skips tests on machines without Debian's PostgreSQL; in CI, they fail instead.
import { isCi } from '#server/config.ts'
import { findPostgres } from './debian-postgres.ts'

const found = await findPostgres()
const missing =
  'Two PostgreSQL servers need pg_basebackup, which the embedded PostgreSQL does not have: run apt-get install postgresql.'

/** Options of a test. */
export const needsPostgres = { skip: found === undefined && !isCi() ? missing : false }

/** The folder of PostgreSQL's programs. Throws if there is none. */
export function postgresPrograms(): string {
  if (found === undefined) throw new Error(missing)
  return found
}
