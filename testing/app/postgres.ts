// The embedded PostgreSQL that all processes of a test run share. The first test that needs it starts it.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts'
import { createLog } from '#server/platform/observability/log.ts'

const log = createLog({ level: 'silent', pretty: false })
let opened: Promise<EmbeddedPostgres> | undefined

/** The server stops when this process and all others that use it have nothing left to do. */
export function openTestPostgres(): Promise<EmbeddedPostgres> {
  opened ??= openEmbeddedPostgres({ dataDir: folder(), log, durable: false }).then((server) => {
    process.once('beforeExit', () => server[Symbol.asyncDispose]())
    return server
  })
  return opened
}

/** Stops the server of processes that were ended before they could stop it. */
export async function stopTestPostgres(): Promise<void> {
  if (!existsSync(folder())) return
  const server = await openTestPostgres()
  await server[Symbol.asyncDispose]()
}

const folder = (): string => join(tmpdir(), `parley-tests-${process.getuid?.() ?? 'user'}`)
