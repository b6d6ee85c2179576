// Calls whose words are really spoken and recognized, without any key: `npm run bench -- spoken-calls`.
import { openFlite } from '@parley/speech'
import { levelDb } from '#server/voice/words-and-sounds/audio-level.ts'
import { percentile } from '../shared/load.ts'
import { openWorkspace, startChild } from '../shared/processes.ts'
import { progress } from '../shared/progress.ts'
import { describeMachine, describePostgres, ms, tableOf } from '../shared/report.ts'
import { prepareNumber } from './voice-account.ts'
import type { CallTarget, DriverOrder } from './voice-driver.ts'
import { startVoiceServer } from './voice-rounds.ts'
import { latenessOf, type VoiceSamples } from './voice-samples.ts'

const callCounts = [1, 10]
const seconds = 40
const frameBytes = 160
const silentDb = -50
const question = 'What time do you close today?'

export async function benchSpokenCalls(): Promise<void> {
  await using workspace = await openWorkspace()
  const postgres = await describePostgres(workspace.connectionString)
  progress('preparing')
  const { number } = await prepareNumber(workspace)
  const spoken = await speakQuestion()
  await using driver = startChild('calls/voice-driver.ts')
  await using carrier = startChild('messages/instant-carrier.ts')
  const carrierUrl = await carrier.ask<string>('listen')
  await using parley = await startVoiceServer(workspace, carrierUrl, { DEFAULT_SPEECH: 'offline' })
  const target: CallTarget = {
    parley: { baseUrl: parley.baseUrl, number },
    timing: { interruptMs: undefined, endpointMs: undefined },
    interrupts: false,
    question: spoken,
  }
  const ask = <T>(order: DriverOrder): Promise<T> => driver.ask<T>(order)
  const rows: string[][] = []
  for (const calls of callCounts) {
    progress(`${calls} ${calls === 1 ? 'call' : 'calls'} for ${seconds} s`)
    await ask({ kind: 'connect', target, calls })
    const samples = await ask<VoiceSamples>({ kind: 'measure', seconds })
    await ask({ kind: 'hangUp' })
    const lateness = latenessOf(samples.media, 40)
    rows.push([
      String(calls),
      String(samples.endToMedia.length),
      ...[0.5, 0.95].map((share) => ms(percentile(samples.endToMedia, share))),
      ...[0.5, 0.99].map((share) => ms(percentile(lateness, share))),
      String(samples.gaps),
      String(samples.missed),
    ])
  }
  const head = ['calls', 'answers', 'end of speech to audio p50 ms', 'p95', 'lateness p50 ms', 'p99', 'gaps', 'missed']
  process.stdout.write(`${describeMachine(postgres)}\n\n${tableOf(head, rows)}\n`)
}

/** Returns mu-law audio that ends with the last sound. */
export async function speakQuestion(): Promise<Uint8Array> {
  await using flite = openFlite()
  const audio = await flite.synthesize(question, { voice: 'awb' })
  let end = audio.length - (audio.length % frameBytes)
  while (end > 0 && levelDb(audio.subarray(end - frameBytes, end)) < silentDb) end -= frameBytes
  return audio.slice(0, end)
}
