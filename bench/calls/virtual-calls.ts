// Random calls in virtual time, the speed of the lab, and the memory of a long call: `npm run bench -- virtual-calls`.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { includedScenarios } from '#server/lab/included.ts'
import { runScenario } from '#server/lab/run/run-scenario.ts'
import { readScenario } from '#server/lab/scenario/read-scenario.ts'
import { createOfflineModel } from '#server/models/offline/offline-model.ts'
import { startVirtualCall } from '#server/voice/virtual/virtual-call.ts'
import { checkRandomCalls, checkRandomRealtimeCalls } from '#testing/calls/random-calls.ts'
import type { Options } from '../shared/options.ts'
import { progress } from '../shared/progress.ts'
import { ms, tableOf, whole } from '../shared/report.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const randomCalls = 10_000
const virtualHours = 2
const hourMs = 3_600_000
const labRepetitions = 100
/** The memory is compared between the first and the last of these parts of the call. */
const parts = 8

const modes = [
  ['a pipeline', checkRandomCalls],
  ['a realtime model', checkRandomRealtimeCalls],
] as const

export async function benchVirtualCalls(_options: Options): Promise<void> {
  const rows: string[][] = []
  for (const [mode, checkCalls] of modes) {
    progress(`${randomCalls.toLocaleString('en')} random calls with ${mode}`)
    const used = process.cpuUsage()
    let virtualMs = 0
    await checkCalls({ calls: randomCalls }, ({ call, maxDurationMs }) => {
      virtualMs += call.clock.now()
      if (call.ends.length !== 1 || call.clock.now() > maxDurationMs + 100) throw new Error('A call was stuck.')
    })
    rows.push(
      [`random calls with ${mode}, none stuck`, whole(randomCalls)],
      ['minutes of these calls per second of processor time', speedOf(virtualMs, used)],
    )
  }
  progress('the scenarios of the lab')
  // The first round lets V8 compile the code.
  await repeatScenarios()
  rows.push(['minutes of the scenarios per second of processor time', await repeatScenarios()])
  progress(`a call of ${virtualHours} hours`)
  const megabytes = await holdLongCall()
  rows.push(
    [`heap after ${virtualHours / parts} hours of one call, MB`, ms(megabytes[0]!)],
    [`heap after ${virtualHours} hours of one call, MB`, ms(megabytes.at(-1)!)],
  )
  process.stdout.write(`${tableOf(['', 'result'], rows)}\n`)
}

async function repeatScenarios(): Promise<string> {
  const languageModel = createOfflineModel()
  const scenarios = (await includedScenarios()).map(({ file, text }) => ({ file, scenario: readScenario(text, file) }))
  const used = process.cpuUsage()
  let virtualMs = 0
  for (let repetition = 0; repetition < labRepetitions; repetition++)
    for (const { file, scenario } of scenarios) {
      const { passed, durationMs } = await runScenario(scenario, { file, languageModel })
      if (!passed) throw new Error(`${file} failed.`)
      virtualMs += durationMs
    }
  return speedOf(virtualMs, used)
}

/** Virtual minutes per second of user and system time since `used`. */
function speedOf(virtualMs: number, used: NodeJS.CpuUsage): string {
  const { user, system } = process.cpuUsage(used)
  return whole(virtualMs / 60_000 / ((user + system) / 1e6))
}

/** Returns the megabytes of the heap after each part of the call. */
async function holdLongCall(): Promise<number[]> {
  const maxDurationMs = virtualHours * hourMs + 60_000
  const call = startVirtualCall({
    settings: { maxDurationMs, maxSilenceMs: 60_000 },
    answer: ({ history }) => ({ segments: [`Answer ${history.length % 100} of a long conversation.`] }),
  })
  const megabytes: number[] = []
  for (let part = 1; part <= parts; part++) {
    const untilMs = (part * virtualHours * hourMs) / parts
    while (call.clock.now() < untilMs) {
      call.says('Please go on.')
      call.wait(6_000)
      // What the test kit has recorded is no memory of the call.
      call.line.sounds.length = 0
      call.line.sentAtMs.length = 0
      call.mode.requests.length = 0
      await null
    }
    if (call.end) throw new Error(`The call ended: ${call.end.reason}.`)
    megabytes.push(heapMegabytes())
  }
  return megabytes
}

function heapMegabytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}
