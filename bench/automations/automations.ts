// Measures runs of automations, their retries and their delays: `npm run bench -- automations`.
import type { AutomationPart, Options } from '../shared/options.ts'
import { openWorkspace } from '../shared/processes.ts'
import { describeMachine, describePostgres } from '../shared/report.ts'
import { measureParked } from './parked.ts'
import { measureRetries } from './retry.ts'
import { openStage, type Stage } from './stage.ts'
import { measureThroughput } from './throughput.ts'

/** In the order in which they run: the last one leaves a million runs. */
const parts: Record<AutomationPart, (stage: Stage) => Promise<string>> = {
  runs: measureThroughput,
  retries: measureRetries,
  parked: measureParked,
}

export async function benchAutomations({ onlyAutomations, connections, seconds, parked }: Options): Promise<void> {
  await using workspace = await openWorkspace()
  const machine = describeMachine(await describePostgres(workspace.connectionString))
  process.stdout.write(`${machine}\n${connections} connections, median of rounds of ${seconds} s\n`)
  await using stage = await openStage(workspace, { connections, seconds, parked })
  for (const [name, measure] of Object.entries(parts)) {
    if (onlyAutomations.includes(name as AutomationPart)) process.stdout.write(`\n${await measure(stage)}\n`)
  }
}
