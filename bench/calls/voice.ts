// Calls over the real media connection, compared with a bare WebSocket server: `npm run bench -- voice`.
import { availableParallelism } from 'node:os'
import { findRival } from '../rivals/installed.ts'
import type { Options } from '../shared/options.ts'
import { pinToCore } from '../shared/process-usage.ts'
import { openWorkspace, startChild } from '../shared/processes.ts'
import { progress } from '../shared/progress.ts'
import { describeMachine, describePostgres } from '../shared/report.ts'
import { prepareNumber } from './voice-account.ts'
import { driverCore, type Measured, measureChild, measureParley, printCalls, type Row } from './voice-rounds.ts'
import { latenessOf } from './voice-samples.ts'

const rows: readonly Row[] = [
  { name: 'turn decided to first media', sampleOf: ({ samples }) => samples.decidedToMedia },
  { name: 'end of speech to first media', sampleOf: ({ samples }) => samples.endToMedia, isOnlyOurs: true },
  { name: 'interruption decided to clear', sampleOf: ({ samples }) => samples.decidedToClear },
  { name: 'onset of speech to clear', sampleOf: ({ samples }) => samples.onsetToClear, isOnlyOurs: true },
  { name: 'onset of speech to silence', sampleOf: ({ samples }) => samples.onsetToStop, isOnlyOurs: true },
  { name: 'error of the heard position', sampleOf: ({ samples }) => samples.heardError, isOnlyOurs: true },
  {
    name: 'lateness of media',
    sampleOf: ({ name, samples }) => latenessOf(samples.media, name === 'Parley' ? 40 : 20),
  },
  { name: 'start to greeting', sampleOf: ({ greeting }) => greeting, isOnlyOurs: true },
]

export async function benchVoice({ calls, seconds }: Options): Promise<void> {
  const cores = availableParallelism()
  // The embedded PostgreSQL and the driver inherit the core.
  const isPinned = pinToCore(process.pid, driverCore)
  await using workspace = await openWorkspace()
  const postgres = await describePostgres(workspace.connectionString)
  progress('preparing')
  const { number } = await prepareNumber(workspace)
  await using driver = startChild('calls/voice-driver.ts')
  const rounds = { driver, calls, seconds }
  const others: Measured[][] = [await measureChild('calls/bare-voice.ts', 'bare', {}, rounds)]
  const rival = findRival('livekit')
  if (rival) others.push(await measureChild(rival.file, rival.name, {}, rounds))
  const ours = await measureParley({ workspace, number, env: { DEFAULT_SPEECH: 'scripted' } }, rounds)
  const pinned = isPinned ? 'the server on one core, the driver and PostgreSQL on the other' : undefined
  printCalls(rounds, { machine: describeMachine(postgres, cores), pinned, rows }, ours, others)
}
