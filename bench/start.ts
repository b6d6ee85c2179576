// Measures the start time and the idle memory: `npm run bench -- start`.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess } from '#testing/processes/server-process.ts'
import { defineBench } from './shared/bench.ts'
import { median } from './shared/load.ts'
import { progress } from './shared/progress.ts'
import { describeMachine, print, tableOf, whole } from './shared/report.ts'
import { processorSeconds, residentMegabytes } from './shared/usage.ts'
import { makeTemporaryFolder } from './shared/workspace.ts'

export const bench = defineBench({
  about: 'start time and idle memory, always with the embedded PostgreSQL',
  parameters: { starts: 5, idleSeconds: 10 },
  short: { starts: 1, idleSeconds: 0.1 },
  async run({ starts, idleSeconds, short }) {
    await using folder = await makeTemporaryFolder()
    const dataDir = join(folder.path, 'data')
    const inherited = process.env as Record<string, string>
    const env = { ...inherited, LOG_LEVEL: 'warn', DATABASE_URL: '', DATA_DIR: dataDir }
    const open = () => startServerProcess(env, { fromSources: !short })
    const times = { empty: [] as number[], warm: [] as number[] }
    let megabytes = Number.NaN
    for (let round = 1; round <= starts; round++)
      for (const kind of ['empty', 'warm'] as const) {
        progress(`start on a data directory that is ${kind}, ${round} of ${starts}`)
        if (kind === 'empty') await rm(dataDir, { recursive: true, force: true })
        await using parley = await open()
        times[kind].push(parley.readyAfterMs)
        if (kind === 'empty' || round < starts) continue
        progress('idle memory')
        await pause(idleSeconds * 1_000)
        await untilIdle(parley.pid)
        megabytes = await residentMegabytes(parley.pid)
      }
    const row = (name: string, sample: readonly number[]) => [name, ...[median(sample), Math.max(...sample)].map(whole)]
    const table = tableOf(
      [`${starts} starts each`, 'median', 'worst'],
      [
        row('ready on an empty data directory, ms', times.empty),
        row('ready on a warm data directory, ms', times.warm),
        ['idle memory, MB', whole(megabytes), ''],
      ],
    )
    print(describeMachine(), table)
  },
})

/** Waits until the process has used no processor time for half a second. */
async function untilIdle(pid: number): Promise<void> {
  let before = Number.NaN
  for (let now = await processorSeconds(pid); now !== before && !Number.isNaN(now); now = await processorSeconds(pid)) {
    before = now
    await pause(500)
  }
}
