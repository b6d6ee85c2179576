// A process with only the embedded PostgreSQL, for tests that start, stop and kill processes.

import { currentHost } from '#server/platform/embedded-postgres/host.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts'
import { createLog } from '#server/platform/observability/log.ts'

export interface Assignment {
  dataDir: string
  durable: boolean
  transport?: 'socket' | 'loopback'
  /** Null for a host without a fallback folder. */
  fallbackRoot?: string | null
  platform?: string
  /** Replaces the folder of every npm package; null if none is installed. */
  packageDir?: string | null
}

/** The report on standard output, as one line of JSON. */
export type Report = { connectionString: string; adopted: boolean } | { fault: string }

let database: EmbeddedPostgres | undefined

async function open({ dataDir, durable, ...overrides }: Assignment): Promise<Report> {
  const here = currentHost()
  const host = {
    ...here,
    transport: overrides.transport ?? here.transport,
    fallbackRoot: overrides.fallbackRoot === undefined ? here.fallbackRoot : (overrides.fallbackRoot ?? undefined),
    platform: overrides.platform ?? here.platform,
    findPackage: overrides.packageDir === undefined ? here.findPackage : () => overrides.packageDir ?? undefined,
  }
  const log = createLog({ level: 'silent', pretty: false })
  try {
    database = await openEmbeddedPostgres({ dataDir, durable, log }, host)
    return { connectionString: database.connectionString, adopted: database.adopted }
  } catch (error) {
    return { fault: (error as Error).message }
  }
}

async function leave(): Promise<void> {
  await database?.[Symbol.asyncDispose]()
  process.exit(0)
}

const report = await open(JSON.parse(process.argv[2]!) as Assignment)
process.on('SIGTERM', leave).on('SIGINT', leave)
// The end of the test closes the pipe, so that the process ends too.
process.stdin.on('end', leave).resume()
console.log(JSON.stringify(report))
