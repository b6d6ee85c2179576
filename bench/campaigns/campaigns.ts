// Measures campaigns on the sandbox carrier: `npm run bench -- campaigns`.
import type { CampaignPart, Options } from '../shared/options.ts'
import { openWorkspace } from '../shared/processes.ts'
import { describeMachine, describePostgres } from '../shared/report.ts'
import { measureAttemptCost } from './attempt-cost.ts'
import { measureChoiceOfLeads } from './choice-of-leads.ts'
import { fairAccounts, measureFairness } from './fairness.ts'
import { measureFirstDial } from './first-dial.ts'
import { measureImports } from './import.ts'
import { measureParallelCalls } from './parallel-calls.ts'
import { openStage, type Stage } from './stage.ts'

/** In the order in which they run: the last ones leave millions of leads. */
const parts: Record<CampaignPart, (stage: Stage) => Promise<string>> = {
  start: measureFirstDial,
  attempts: measureAttemptCost,
  parallel: measureParallelCalls,
  fairness: measureFairness,
  imports: measureImports,
  million: measureChoiceOfLeads,
}

export async function benchCampaigns({ onlyCampaigns }: Options): Promise<void> {
  await using workspace = await openWorkspace()
  process.stdout.write(`${describeMachine(await describePostgres(workspace.connectionString))}\n`)
  await using stage = await openStage(workspace, fairAccounts + 1)
  for (const [name, measure] of Object.entries(parts)) {
    if (onlyCampaigns.includes(name as CampaignPart)) process.stdout.write(`\n${await measure(stage)}\n`)
  }
}
