// Measures the start time and the idle memory: `npm run bench -- start`.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { median } from './shared/load.ts'
import { processorSeconds, residentMegabytes } from './shared/process-usage.ts'
import { makeTemporaryFolder, startParleyProcess } from './shared/processes.ts'
import { progress } from './shared/progress.ts'
import { describeMachine, describePostgres, ms, tableOf, whole } from './shared/report.ts'

const starts = 5
const idleAfterMs = 10_000

/** Always uses the embedded PostgreSQL, whose start is included. */
export async function benchStart(): Promise<void> {
  await using folder = await makeTemporaryFolder()
  const env = { DATABASE_URL: '', DATA_DIR: join(folder.path, 'data') }
  const start = async (): Promise<number> => {
    await using parley = await startParleyProcess(env)
    return parley.readyAfterMs
  }

  const empty: number[] = []
  for (let round = 1; round <= starts; round++) {
    progress(`start on an empty data directory, ${round} of ${starts}`)
    await rm(env.DATA_DIR, { recursive: true, force: true })
    empty.push(await start())
  }
  const warm: number[] = []
  for (let round = 1; round <= starts; round++) {
    progress(`start on a warm data directory, ${round} of ${starts}`)
    warm.push(await start())
  }
  progress('idle memory')
  const idle: number[] = []
  {
    await using parley = await startParleyProcess(env)
    await pause(idleAfterMs)
    await untilIdle(parley.pid)
    idle.push(await residentMegabytes(parley.pid))
  }
  const postgres = await versionIn(env.DATA_DIR)
  const row = (name: string, sample: readonly number[], form: (value: number) => string): string[] => [
    name,
    form(median(sample)),
    form(Math.max(...sample)),
  ]
  const table = tableOf(
    ['', 'median', 'worst'],
    [
      row('ready on an empty data directory, ms', empty, whole),
      row('ready on a warm data directory, ms', warm, whole),
      row('idle memory, MB', idle, ms),
    ],
  )
  process.stdout.write(`${describeMachine(postgres)}\n${starts} starts each\n\n${table}\n`)
}

/** Waits until the process has used no CPU time for half a second. */
async function untilIdle(pid: number): Promise<void> {
  let before = Number.NaN
  for (let now = await processorSeconds(pid); now !== before && !Number.isNaN(now); now = await processorSeconds(pid)) {
    before = now
    await pause(500)
  }
}

async function versionIn(dataDir: string): Promise<string> {
  const log = createLog({ level: 'warn', pretty: false })
  await using server = await openEmbeddedPostgres({ dataDir, log })
  return await describePostgres(server.connectionString)
}
