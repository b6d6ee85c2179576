// Memory of all processes over minutes of mixed load, and afterwards at rest: `npm run bench -- soak`.
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '#sdk/client.ts'
import { speakQuestion } from '../calls/spoken-calls.ts'
import { prepareNumber } from '../calls/voice-account.ts'
import { startVoiceServer } from '../calls/voice-rounds.ts'
import type { Options } from '../shared/options.ts'
import { openWorkspace, startChild } from '../shared/processes.ts'
import { progress } from '../shared/progress.ts'
import { describeMachine, describePostgres, tableOf, whole } from '../shared/report.ts'
import { runSoakLoad } from './load.ts'
import { type ProcessMemory, readProcessMemory } from './process-memory.ts'

const settleMs = 10_000
const sampleMs = 2_000
const restMinutes = 5
const goalMegabytes = 100

export async function benchSoak({ minutes }: Options): Promise<void> {
  await using workspace = await openWorkspace()
  const postgres = await describePostgres(workspace.connectionString)
  progress('preparing')
  const { number, token, assistantUuid } = await prepareNumber(workspace, { enableNoiseCancellation: true })
  const question = await speakQuestion()
  await using driver = startChild('calls/voice-driver.ts')
  await using carrier = startChild('messages/instant-carrier.ts')
  const env = { DEFAULT_SPEECH: 'offline', EMBEDDING_MODEL: 'local', EMBEDDING_BASE_URL: '' }
  await using parley = await startVoiceServer(workspace, await carrier.ask<string>('listen'), env)
  const { baseUrl, pid } = parley
  await pause(settleMs)

  const columns: [string, ProcessMemory][] = []
  const measure = async (name: string): Promise<number> => {
    const memory = await readProcessMemory(pid)
    columns.push([name, memory])
    progress(`${name}: ${whole(memory.get('total')!)} MB`)
    return memory.get('total')!
  }
  const start = await measure('start')

  const load = AbortSignal.timeout(minutes * 60_000)
  const timing = { interruptMs: undefined, endpointMs: undefined }
  const target = { parley: { baseUrl, number }, timing, interrupts: true, question }
  const client = createClient({ baseUrl, apiKey: token })
  const peak = watchPeak(pid)
  const counts = await runSoakLoad({ baseUrl, client, assistantUuid, driver, target }, load)
  columns.push(['peak', peak.end()])
  await measure('load ends')

  let goalMetAfter: number | undefined
  for (let minute = 1; minute <= restMinutes && goalMetAfter === undefined; minute++) {
    await pause(60_000)
    if ((await measure(`${minute} min of rest`)) <= start + goalMegabytes) goalMetAfter = minute
  }

  const names = new Set(columns.flatMap(([, memory]) => [...memory.keys()]))
  names.delete('total')
  const rows = [...names, 'total'].map((name) => [name, ...columns.map(([, memory]) => whole(memory.get(name) ?? 0))])
  const done = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  const outcome = goalMetAfter === undefined ? 'missed' : `met after ${goalMetAfter} min`
  process.stdout.write(
    `${describeMachine(postgres)}\n${minutes} min of load: ${done.join(', ')}\n\n` +
      `${tableOf(['resident MB', ...columns.map(([name]) => name)], rows)}\n\n` +
      `Goal: within ${restMinutes} minutes of rest at most ${goalMegabytes} MB above the start: ${outcome}.\n`,
  )
}

/** Reads the memory regularly, and returns the most that each process and all of them have used. */
function watchPeak(pid: number): { end(): ProcessMemory } {
  const most: ProcessMemory = new Map()
  const timer = setInterval(async () => {
    for (const [name, megabytes] of await readProcessMemory(pid))
      most.set(name, Math.max(megabytes, most.get(name) ?? 0))
  }, sampleMs)
  return {
    end() {
      clearInterval(timer)
      return most
    },
  }
}
