// A folder and a database for one run of a bench, thrown away afterwards.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts'
import { createLog } from '#server/platform/observability/log.ts'

export interface BenchWorkspace extends AsyncDisposable {
  dataDir: string
  connectionString: string
}

/** Deleted at the end; open to every user, since root's PostgreSQL runs as another one. */
export async function makeTemporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  await chmod(path, 0o755)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** DATABASE_URL, or an embedded PostgreSQL that is as durable as in service. */
export async function openWorkspace(): Promise<BenchWorkspace> {
  await using opened = new AsyncDisposableStack()
  const { path: dataDir } = opened.use(await makeTemporaryFolder())
  const given = process.env['DATABASE_URL']
  const log = createLog({ level: 'warn', pretty: false })
  const connectionString = given || opened.use(await openEmbeddedPostgres({ dataDir, log })).connectionString
  const stack = opened.move()
  return { dataDir, connectionString, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
