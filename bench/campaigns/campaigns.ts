// Measures campaigns on the sandbox carrier: `npm run bench -- campaigns`.
import { defineBench } from '../shared/bench.ts'
import { print } from '../shared/report.ts'
import { openWorkspace } from '../shared/workspace.ts'
import { measureChoiceOfLeads } from './choice-of-leads.ts'
import { measureAttemptCost, measureFirstDial } from './dialing.ts'
import { measureImports } from './import.ts'
import { measureFairness, measureParallelCalls } from './slots.ts'
import { openStage } from './stage.ts'

export const bench = defineBench({
  about: 'dialing compared with single calls, shares of accounts, imports, and a million leads',
  parameters: {
    only: ['start', 'attempts', 'parallel', 'fairness', 'imports', 'million'],
    starts: 20,
    attempts: 300,
    rounds: 4,
    parallelLeads: 100,
    ringMs: 5_000,
    accounts: 20,
    campaigns: 50,
    leads: 4_000,
    seconds: 60,
    lines: 1_000_000,
    many: 1_000_000,
    repetitions: 30,
  },
  short: {
    starts: 1,
    attempts: 2,
    rounds: 1,
    parallelLeads: 2,
    ringMs: 200,
    accounts: 2,
    campaigns: 2,
    leads: 100,
    seconds: 2,
    lines: 200,
    many: 2_000,
    repetitions: 1,
  },
  async run(parameters) {
    const { only, starts, attempts, rounds, parallelLeads, ringMs, lines, many, repetitions } = parameters
    await using workspace = await openWorkspace(parameters)
    await using stage = await openStage(workspace, parameters.accounts + 1)
    {
      await using parley = await stage.startServer()
      if (only.includes('start')) print(await measureFirstDial(stage, parley, starts))
      if (only.includes('attempts')) print(await measureAttemptCost(stage, parley, attempts, rounds))
      if (only.includes('parallel')) print(await measureParallelCalls(stage, parley, parallelLeads, ringMs))
    }
    if (only.includes('fairness')) print(await measureFairness(stage, parameters))
    // They leave millions of leads.
    await using parley = await stage.startServer()
    if (only.includes('imports')) print(await measureImports(stage, parley, lines))
    if (only.includes('million')) print(await measureChoiceOfLeads(stage, parley, many, repetitions))
  },
})
