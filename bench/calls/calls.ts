// Calls over the real media connection, compared with bare servers: `npm run bench -- voice`, and `realtime` with a realtime model.
import { findRival } from '../rivals/installed.ts'
import { defineBench } from '../shared/bench.ts'
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

export const voiceBench = defineBench({
  about: 'calls, compared with a bare WebSocket server',
  parameters: { calls: [100, 200, 250], seconds: 20, warmUpCalls: 20, settleSeconds: 4 },
  short: { calls: [1], seconds: 3, warmUpCalls: 0, settleSeconds: 0.2 },
  async run(parameters) {
    // The embedded PostgreSQL and the driver inherit the core.
    const isPinned = !parameters.short && pinToCore(process.pid, driverCore)
    await using workspace = await openWorkspace(parameters)
    progress('preparing')
    const { number } = await prepareNumber(workspace)
    await using driver = startChild('calls/voice-driver.ts')
    const rounds = { driver, ...parameters }
    const others: Measured[][] = [await measureChild('calls/bare-calls.ts', 'bare', {}, rounds)]
    const rival = findRival('livekit')
    if (rival) others.push(await measureChild(rival.file, rival.name, {}, rounds))
    const ours = await measureParley({ workspace, number, env: { DEFAULT_SPEECH: 'scripted' } }, rounds)
    printCalls(rounds, { isPinned, rows: voiceRows }, ours, others)
  },
})

const realtimeRows: readonly Row[] = [
  { name: 'first realtime delta to first media', sampleOf: ({ samples }) => samples.deltaToMedia },
  { name: 'turn decided to first media', sampleOf: ({ samples }) => samples.decidedToMedia },
  { name: 'interruption decided to clear', sampleOf: ({ samples }) => samples.decidedToClear },
]

export const realtimeBench = defineBench({
  about: 'calls with a realtime model, compared with a bare relay',
  parameters: { calls: [100], seconds: 20, warmUpCalls: 20, settleSeconds: 4 },
  short: { calls: [1], seconds: 3, warmUpCalls: 0, settleSeconds: 0.2 },
  async run(parameters) {
    const isPinned = !parameters.short && pinToCore(process.pid, driverCore)
    await using workspace = await openWorkspace(parameters)
    progress('preparing')
    await using model = startChild('calls/realtime-model.ts')
    const modelUrl = await model.ask<string>('listen')
    const env = { OPENAI_REALTIME_BASE_URL: modelUrl, DEFAULT_SPEECH: 'scripted' }
    const { number } = await prepareNumber(workspace, { mode: 'multimodal', env })
    await using driver = startChild('calls/voice-driver.ts')
    const rounds = { driver, ...parameters }
    const others: Measured[][] = [await measureChild('calls/bare-calls.ts', 'bare', { modelUrl }, rounds)]
    const rival = findRival('openai')
    if (rival) others.push(await measureChild(rival.file, rival.name, { modelUrl }, rounds))
    const ours = await measureParley({ workspace, number, env }, rounds)
    const violations = await model.ask<string[]>('violations')
    printCalls(rounds, { isPinned, rows: realtimeRows }, ours, others)
    if (violations.length > 0) print(`Violations of the protocol: ${[...new Set(violations)].join(', ')}`)
  },
})
