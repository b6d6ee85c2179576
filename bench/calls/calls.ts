// Calls over the real media connection, compared with bare servers: `npm run bench -- voice`, and `realtime` with a realtime model.
import { findRival } from '../rivals/installed.ts'
import { defineBench, type Form } from '../shared/bench.ts'
import { startChild } from '../shared/child.ts'
import { progress } from '../shared/progress.ts'
import { print } from '../shared/report.ts'
import { pinToCore } from '../shared/usage.ts'
import { openWorkspace } from '../shared/workspace.ts'
import { prepareNumber } from './voice-account.ts'
import { driverCore, type Measured, measureChild, measureParley, printCalls, type Row } from './voice-rounds.ts'
import { latenessOf } from './voice-samples.ts'

const voiceRows: readonly Row[] = [
  { name: 'turn decided to first media', sampleOf: ({ samples }) => samples.decidedToMedia },
  { name: 'interruption decided to clear', sampleOf: ({ samples }) => samples.decidedToClear },
  {
    name: 'lateness of media',
    sampleOf: ({ name, samples }) => latenessOf(samples.media, name === 'Parley' ? 40 : 20),
  },
]

const realtimeRows: readonly Row[] = [
  { name: 'first realtime delta to first media', sampleOf: ({ samples }) => samples.deltaToMedia },
  { name: 'turn decided to first media', sampleOf: ({ samples }) => samples.decidedToMedia },
  { name: 'interruption decided to clear', sampleOf: ({ samples }) => samples.decidedToClear },
]

const parameters = { calls: [100], seconds: 20, warmUpCalls: 20, settleSeconds: 4 }
const short = { calls: [1], seconds: 6, warmUpCalls: 0, settleSeconds: 0.2 }

export const voiceBench = defineBench({
  about: 'calls, compared with a bare WebSocket server',
  parameters: { ...parameters, calls: [100, 200, 250] },
  short,
  run: (given) => compareCalls(given, { rows: voiceRows, rival: 'livekit' }),
})

export const realtimeBench = defineBench({
  about: 'calls with a realtime model, compared with a bare relay',
  parameters,
  short,
  run: (given) => compareCalls(given, { rows: realtimeRows, rival: 'openai', isRealtime: true }),
})

interface Comparison {
  rows: readonly Row[]
  rival: 'livekit' | 'openai'
  isRealtime?: boolean
}

async function compareCalls(given: typeof parameters & Form, comparison: Comparison): Promise<void> {
  const { rows, isRealtime = false } = comparison
  // The embedded PostgreSQL and the driver inherit the core.
  const isPinned = !given.short && pinToCore(process.pid, driverCore)
  await using workspace = await openWorkspace(given)
  progress('preparing')
  await using model = isRealtime ? startChild('calls/realtime-model.ts') : undefined
  const modelUrl = await model?.ask<string>('listen')
  const env = { DEFAULT_SPEECH: 'scripted', ...(modelUrl && { OPENAI_REALTIME_BASE_URL: modelUrl }) }
  const { number } = await prepareNumber(workspace, {
    env,
    assistant: { mode: isRealtime ? 'multimodal' : 'pipeline' },
  })
  await using driver = startChild('calls/voice-driver.ts')
  const rounds = { driver, ...given }
  const others: Measured[][] = [await measureChild('calls/bare-calls.ts', 'bare', { modelUrl }, rounds)]
  const rival = findRival(comparison.rival)
  if (rival) others.push(await measureChild(rival.file, rival.name, { modelUrl }, rounds))
  const ours = await measureParley({ workspace, number, env }, rounds)
  const violations = await model?.ask<string[]>('violations')
  printCalls(rounds, { isPinned, rows }, ours, others)
  if (violations?.length) print(`Violations of the protocol: ${[...new Set(violations)].join(', ')}`)
}
