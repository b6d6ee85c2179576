// The speed of the lab: minutes of its scenarios, in virtual time, for each second of processor time.
import { includedScenarios } from '#server/lab/included.ts'
import { runScenario } from '#server/lab/run/open-call.ts'
import { readScenario } from '#server/lab/scenario/read-scenario.ts'
import { createOfflineModel } from '#server/models/offline/offline-model.ts'
import { defineBench } from './shared/bench.ts'
import { progress } from './shared/progress.ts'
import { describeMachine, print, tableOf, whole } from './shared/report.ts'

export const bench = defineBench({
  about: 'the speed of the scenarios of the lab in virtual time',
  parameters: { repetitions: 100 },
  short: { repetitions: 1 },
  async run({ repetitions }) {
    print(describeMachine())
    // The first round lets V8 compile the code.
    progress('warm-up')
    await measureSpeed(repetitions)
    progress('the scenarios of the lab')
    const speed = await measureSpeed(repetitions)
    print(tableOf(['', 'result'], [['minutes of the scenarios per second of processor time', whole(speed)]]))
  },
})

async function measureSpeed(repetitions: number): Promise<number> {
  const languageModel = createOfflineModel()
  const scenarios = (await includedScenarios()).map(({ file, text }) => ({ file, scenario: readScenario(text, file) }))
  const used = process.cpuUsage()
  let virtualMs = 0
  for (let repetition = 0; repetition < repetitions; repetition++)
    for (const { file, scenario } of scenarios) {
      const { passed, durationMs } = await runScenario(scenario, { file, languageModel })
      if (!passed) throw new Error(`${file} failed.`)
      virtualMs += durationMs
    }
  const { user, system } = process.cpuUsage(used)
  return virtualMs / 60_000 / ((user + system) / 1e6)
}
