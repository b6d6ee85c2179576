// Memory of all processes over minutes of mixed load, and afterwards at rest: `npm run bench -- soak`.
import { setTimeout as pause } from 'node:timers/promises'
import { openFlite } from '@parley/speech'
import { createClient } from '#sdk/client.ts'
import { levelDb } from '#server/voice/words-and-sounds/audio-level.ts'
import { prepareNumber } from '../calls/voice-account.ts'
import { startVoiceServer } from '../calls/voice-rounds.ts'
import { defineBench } from '../shared/bench.ts'
import { startChild } from '../shared/child.ts'
import { progress } from '../shared/progress.ts'
import { print, tableOf, whole } from '../shared/report.ts'
import { type ProcessMemory, readProcessMemory } from '../shared/usage.ts'
import { openWorkspace } from '../shared/workspace.ts'
import { runSoakLoad } from './load.ts'

const sampleMs = 2_000
const goalMegabytes = 100

export const bench = defineBench({
  about: 'memory during mixed load, and at rest afterwards',
  parameters: { minutes: 30, restMinutes: 5, settleSeconds: 10, secondsPerCall: 15, fileSize: 1 },
  short: { minutes: 0.02, restMinutes: 0, settleSeconds: 0.1, secondsPerCall: 1, fileSize: 0.001 },
  async run({ minutes, restMinutes, settleSeconds, secondsPerCall, fileSize, short }) {
    await using workspace = await openWorkspace({ short })
    progress('preparing')
    const { number, token, assistantUuid } = await prepareNumber(workspace, {
      assistant: { enableNoiseCancellation: true },
    })
    const question = await speakQuestion()
    await using driver = startChild('calls/voice-driver.ts')
    const env = { DEFAULT_SPEECH: 'offline', EMBEDDING_MODEL: 'local', EMBEDDING_BASE_URL: '' }
    await using parley = await startVoiceServer(workspace, env)
    const { baseUrl, pid } = parley
    await pause(settleSeconds * 1_000)

    const columns: [string, ProcessMemory][] = []
    const measure = async (name: string): Promise<number> => {
      const memory = await readProcessMemory(pid)
      columns.push([name, memory])
      progress(`${name}: ${whole(memory.get('total')!)} MB`)
      return memory.get('total')!
    }
    const start = await measure('start')
    const signal = AbortSignal.timeout(minutes * 60_000)
    const target = { parley: { baseUrl, number }, question }
    const client = createClient({ baseUrl, apiKey: token })
    const peak = watchPeak(pid)
    const load = { baseUrl, client, assistantUuid, driver, target, secondsPerCall, fileSize }
    const counts = await runSoakLoad(load, signal)
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
    print(`${minutes} min of load: ${done.join(', ')}`)
    print(tableOf(['resident MB', ...columns.map(([name]) => name)], rows))
    print(`Goal: within ${restMinutes} minutes of rest at most ${goalMegabytes} MB above the start: ${outcome}.`)
  },
})

const frameBytes = 160
const silentDb = -50

/** Returns mu-law audio that ends with the last sound. */
async function speakQuestion(): Promise<Uint8Array> {
  await using flite = openFlite()
  const audio = await flite.synthesize('What time do you close today?', { voice: 'awb' })
  let end = audio.length - (audio.length % frameBytes)
  while (end > 0 && levelDb(audio.subarray(end - frameBytes, end)) < silentDb) end -= frameBytes
  return audio.slice(0, end)
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
