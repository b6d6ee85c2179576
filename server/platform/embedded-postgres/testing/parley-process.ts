// A Parley that has nothing but its database, for tests that start, end and kill whole processes.
import { createLog } from '../../observability/log.ts'
import { currentHost } from '../host.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../index.ts'

export interface Assignment {
  dataDir: string
  durable: boolean
  transport?: 'socket' | 'loopback'
  /** Null for a machine without a refuge. */
  refuge?: string | null
  platform?: string
  /** Stands for every npm package; null for none installed. */
  packageDir?: string | null
}

/** What it writes to standard output, as one line of JSON. */
export type Report = { connectionString: string; adopted: boolean } | { fault: string }

let database: EmbeddedPostgres | undefined

async function open({ dataDir, durable, ...given }: Assignment): Promise<Report> {
  const here = currentHost()
  const surroundings = {
    ...here,
    transport: given.transport ?? here.transport,
    refuge: given.refuge === undefined ? here.refuge : (given.refuge ?? undefined),
    platform: given.platform ?? here.platform,
    findPackage: given.packageDir === undefined ? here.findPackage : () => given.packageDir ?? undefined,
  }
  const log = createLog({ level: 'silent', pretty: false })
  try {
    database = await openEmbeddedPostgres({ dataDir, durable, log }, surroundings)
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
// The test's own end closes the pipe, so that nothing outlives it.
process.stdin.on('end', leave).resume()
console.log(JSON.stringify(report))
