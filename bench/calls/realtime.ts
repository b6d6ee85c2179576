// Calls with a realtime model over the real media connection: `npm run bench -- realtime`.
import { availableParallelism } from 'node:os'
import { findRival } from '../rivals/installed.ts'
import type { Options } from '../shared/options.ts'
import { pinToCore } from '../shared/process-usage.ts'
import { openWorkspace, startChild } from '../shared/processes.ts'
import { progress } from '../shared/progress.ts'
import { describeMachine, describePostgres } from '../shared/report.ts'
import { prepareNumber } from './voice-account.ts'
import { driverCore, type Measured, measureChild, measureParley, printCalls, type Row } from './voice-rounds.ts'

const rows: readonly Row[] = [
  { name: 'first realtime delta to first media', sampleOf: ({ samples }) => samples.deltaToMedia },
  { name: 'turn decided to first media', sampleOf: ({ samples }) => samples.decidedToMedia },
  { name: 'interruption decided to clear', sampleOf: ({ samples }) => samples.decidedToClear },
]

/** The scripted model, the driver and PostgreSQL share the core that the server does not use. */
export async function benchRealtime({ calls, seconds }: Options): Promise<void> {
  const cores = availableParallelism()
  const isPinned = pinToCore(process.pid, driverCore)
  await using workspace = await openWorkspace()
  const postgres = await describePostgres(workspace.connectionString)
  progress('preparing')
  await using model = startChild('calls/realtime-model.ts')
  const modelUrl = await model.ask<string>('listen')
  const env = { OPENAI_REALTIME_BASE_URL: modelUrl, DEFAULT_SPEECH: 'scripted' }
  const { number } = await prepareNumber(workspace, { mode: 'multimodal', env })
  await using driver = startChild('calls/voice-driver.ts')
  const rounds = { driver, calls, seconds }
  const others: Measured[][] = [await measureChild('calls/bare-realtime.ts', 'bare', { modelUrl }, rounds)]
  const rival = findRival('openai')
  if (rival) others.push(await measureChild(rival.file, rival.name, { modelUrl }, rounds))
  const ours = await measureParley({ workspace, number, env }, rounds)
  const violations = await model.ask<string[]>('violations')
  const pinned = isPinned ? 'the server on one core, the driver, the model and PostgreSQL on the other' : undefined
  printCalls(rounds, { machine: describeMachine(postgres, cores), pinned, rows }, ours, others)
  if (violations.length > 0)
    process.stdout.write(`Violations of the protocol: ${[...new Set(violations)].join(', ')}\n`)
}
