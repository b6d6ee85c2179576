// Calls over the real media connection, compared with a bare WebSocket server: `npm run bench -- voice`.
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { documentedAccount } from '@parley/carrier-sandbox'
import { minimumSpeechMs } from '#server/voice/engine/interruption.ts'
import { createEndpointing } from '#server/voice/turns/endpointing.ts'
import { percentile } from './load.ts'
import type { Options } from './options.ts'
import { pinToCore, processorSeconds, residentMegabytes } from './process-usage.ts'
import { type BenchWorkspace, type Child, openWorkspace, startChild, startParleyProcess } from './processes.ts'
import { progress } from './progress.ts'
import { describeMachine, describePostgres, ms, tableOf } from './report.ts'
import { endpointSensitivity, interruptSensitivity, prepareNumber } from './voice-account.ts'
import type { CallTarget, DriverOrder } from './voice-driver.ts'
import { questionText } from './voice-lines.ts'
import { latenessOf, type VoiceSamples } from './voice-samples.ts'

const warmUpCalls = 20
const [serverCore, driverCore] = [0, 1]
/** Between rounds, for what follows the ends of the calls. */
const settleMs = 4_000

interface Measured {
  calls: number
  greeting: number[]
  samples: VoiceSamples
  lateness: number[]
  /** The part of one core that a call uses. */
  processorShare: number
  megabytesPerCall: number
}

export async function benchVoice({ calls, seconds }: Options): Promise<void> {
  const cores = availableParallelism()
  // The embedded PostgreSQL and the driver inherit the core.
  const isPinned = pinToCore(process.pid, driverCore)
  await using workspace = await openWorkspace()
  const postgres = await describePostgres(workspace.connectionString)
  progress('preparing')
  const number = await prepareNumber(workspace)
  await using driver = startChild('voice-driver.ts')
  await using carrier = startChild('instant-carrier.ts')
  const carrierUrl = await carrier.ask<string>('listen')

  const bare: Measured[] = []
  {
    await using server = startChild('bare-voice.ts')
    const { url, pid } = await server.ask<{ url: string; pid: number }>('listen')
    pinToCore(pid, serverCore)
    const target: CallTarget = {
      bareUrl: url,
      timing: { interruptMs: undefined, endpointMs: undefined },
      interrupts: true,
    }
    for (const count of [warmUpCalls, ...calls]) bare.push(await measure('bare', driver, pid, target, count, seconds))
  }
  const ours: Measured[] = []
  {
    await using parley = await startVoiceServer(workspace, carrierUrl, { DEFAULT_SPEECH: 'scripted' })
    pinToCore(parley.pid, serverCore)
    const endpointing = createEndpointing({ sensitivity: endpointSensitivity, type: 'vad', language: 'en' })
    const target: CallTarget = {
      parley: { baseUrl: parley.baseUrl, number },
      timing: {
        interruptMs: minimumSpeechMs(interruptSensitivity),
        endpointMs: endpointing.delayAfter(questionText, undefined),
      },
      interrupts: true,
    }
    try {
      for (const count of [warmUpCalls, ...calls])
        ours.push(await measure('Parley', driver, parley.pid, target, count, seconds))
    } catch (error) {
      process.stderr.write(parley.logged())
      throw error
    }
  }
  const pinning = isPinned ? 'the server on one core, the driver and PostgreSQL on the other' : 'no cores assigned'
  process.stdout.write(`${describeMachine(postgres, cores)}\n${pinning}; ${seconds} s a round\n`)
  for (const [index, count] of calls.entries())
    process.stdout.write(`\n${callsTable(count, ours[index + 1]!, bare[index + 1]!)}\n`)
}

export function startVoiceServer(workspace: BenchWorkspace, carrierUrl: string, env: Record<string, string>) {
  return startParleyProcess({
    DATABASE_URL: workspace.connectionString,
    DATA_DIR: workspace.dataDir,
    TWILIO_ACCOUNT_SID: documentedAccount.accountSid,
    TWILIO_AUTH_TOKEN: documentedAccount.authToken,
    TWILIO_API_BASE_URL: carrierUrl,
    ...env,
  })
}

async function measure(
  name: string,
  driver: Child,
  pid: number,
  target: CallTarget,
  calls: number,
  seconds: number,
): Promise<Measured> {
  const ask = <T>(order: DriverOrder): Promise<T> => driver.ask<T>(order)
  const memoryBefore = await residentMegabytes(pid)
  progress(`${name}: connecting ${calls} calls`)
  const greeting = await ask<number[]>({ kind: 'connect', target, calls })
  progress(`${name}: ${calls} calls`)
  const [usedBefore, startedMs] = [await processorSeconds(pid), performance.now()]
  const samples = await ask<VoiceSamples>({ kind: 'measure', seconds })
  const used = (await processorSeconds(pid)) - usedBefore
  const elapsedMs = performance.now() - startedMs
  const megabytesPerCall = ((await residentMegabytes(pid)) - memoryBefore) / calls
  await ask({ kind: 'hangUp' })
  await pause(settleMs)
  const processorShare = (used * 1000) / elapsedMs / calls
  const lateness = latenessOf(samples.media, target.parley ? 40 : 20)
  return { calls, greeting, samples, lateness, processorShare, megabytesPerCall }
}

function callsTable(calls: number, ours: Measured, bare: Measured): string {
  const shares = [0.5, 0.95, 0.99]
  const row = (name: string, sample: readonly number[], reference?: readonly number[]): string[] => {
    const own = shares.map((share) => percentile(sample, share))
    const others = shares.map((share) => percentile(reference ?? [], share))
    return [name, String(sample.length), ...own.map(ms), ...others.map(ms), ms(own[1]! / others[1]!)]
  }
  const single = (name: string, own: number, other: number): string[] => [
    name,
    '',
    ms(own),
    '',
    '',
    ms(other),
    '',
    '',
    ms(own / other),
  ]
  const { samples } = ours
  const table = tableOf(
    [`${calls} calls, ms`, 'count', 'p50', 'p95', 'p99', 'bare p50', 'p95', 'p99', 'ratio'],
    [
      row('turn decided to first media', samples.decidedToMedia, bare.samples.decidedToMedia),
      row('end of speech to first media', samples.endToMedia),
      row('interruption decided to clear', samples.decidedToClear, bare.samples.decidedToClear),
      row('onset of speech to clear', samples.onsetToClear),
      row('error of the heard position', samples.heardError),
      row('lateness of media', ours.lateness, bare.lateness),
      row('start to greeting', ours.greeting),
      single('share of a core per call, %', ours.processorShare * 100, bare.processorShare * 100),
      single('memory per call, MB', ours.megabytesPerCall, bare.megabytesPerCall),
    ],
  )
  const counts = ({ stale, gaps, missed, closed }: VoiceSamples): string =>
    `${stale} stale messages, ${gaps} gaps, ${missed} missed answers or interruptions, ${closed} lost connections`
  return `${table}\nParley: ${counts(samples)}. Bare: ${counts(bare.samples)}.`
}
