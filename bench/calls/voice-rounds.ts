// The rounds of the benchmarks of calls: connects calls to a server, measures them, and compares servers in one table.
import { setTimeout as pause } from 'node:timers/promises'
import { minimumSpeechMs } from '#server/voice/turn-taking/interruption.ts'
import { createEndpointing } from '#server/voice/words-and-sounds/endpointing.ts'
import { type Child, startChild } from '../shared/child.ts'
import { percentiles } from '../shared/load.ts'
import { progress } from '../shared/progress.ts'
import { print, tableOf } from '../shared/report.ts'
import { pinToCore, processorSeconds, residentMegabytes } from '../shared/usage.ts'
import { carrierEnvironment, type Parley, startParley, type Workspace } from '../shared/workspace.ts'
import type { SipTarget } from './sip-driver.ts'
import { endpointSensitivity, interruptSensitivity } from './voice-account.ts'
import { questionText } from './voice-audio.ts'
import type { CallTarget } from './voice-driver.ts'
import type { ServerTiming } from './voice-phone.ts'
import type { VoiceSamples } from './voice-samples.ts'

export const [serverCore, driverCore] = [0, 1]

export interface Measured {
  /** The name of the server. */
  name: string
  samples: VoiceSamples
  /** The part of one core that a call uses. */
  processorShare: number
  megabytesPerCall: number
}

interface Server {
  name: string
  pid: number
  /** What the driver connects calls to. */
  target: CallTarget | SipTarget
}

export interface Rounds {
  driver: Child
  /** Connected before the first round. */
  warmUpCalls: number
  calls: readonly number[]
  seconds: number
  /** Between rounds, for what follows the ends of the calls. */
  settleSeconds: number
}

/** Measures a server that answers, and is interrupted, at the first frame. Returns one result for each number of calls. */
export async function measureChild(file: string, name: string, order: unknown, rounds: Rounds): Promise<Measured[]> {
  await using child = startChild(file)
  const { url, pid } = await child.ask<{ url: string; pid: number }>(order)
  return await measureServer({ name, pid, target: { bareUrl: url } }, rounds)
}

/** Measures a process of Parley that answers `number`. Returns one result for each number of calls. */
export async function measureParley(
  options: { workspace: Workspace; number: string; env: Record<string, string> },
  rounds: Rounds,
): Promise<Measured[]> {
  const { workspace, number, env } = options
  await using parley = await startVoiceServer(workspace, env)
  const target: CallTarget = { parley: { baseUrl: parley.baseUrl, number }, timing: timingOfParley() }
  try {
    return await measureServer({ name: 'Parley', pid: parley.pid, target }, rounds)
  } catch (error) {
    process.stderr.write(parley.logged())
    throw error
  }
}

/** When Parley decides about the lines of the customer. */
export function timingOfParley(): Required<ServerTiming> {
  const endpointing = createEndpointing({ sensitivity: endpointSensitivity, type: 'vad', language: 'en' })
  return {
    interruptMs: minimumSpeechMs(interruptSensitivity),
    endpointMs: endpointing.delayAfter(questionText, undefined),
  }
}

/** With a carrier that accepts every request immediately. */
export async function startVoiceServer(workspace: Workspace, env: Record<string, string>): Promise<Parley> {
  await using opened = new AsyncDisposableStack()
  const carrier = opened.use(startChild('messages/instant-carrier.ts'))
  const carrierUrl = await carrier.ask<string>('listen')
  const parley = opened.use(await startParley(workspace, { ...carrierEnvironment(carrierUrl), ...env }))
  const resources = opened.move()
  return { ...parley, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** Measures a process that the driver calls. Returns one result for each number of calls. */
export async function measureServer(server: Server, rounds: Rounds): Promise<Measured[]> {
  if (server.pid !== process.pid) pinToCore(server.pid, serverCore)
  if (rounds.warmUpCalls > 0) await measure(server, rounds, rounds.warmUpCalls)
  const results: Measured[] = []
  for (const calls of rounds.calls) results.push(await measure(server, rounds, calls))
  return results
}

async function measure(server: Server, { driver, seconds, settleSeconds }: Rounds, calls: number): Promise<Measured> {
  const { name, pid, target } = server
  const memoryBefore = await residentMegabytes(pid)
  progress(`${name}: connecting ${calls} calls`)
  await driver.ask({ kind: 'connect', target, calls, waitMs: settleSeconds * 1_250 })
  progress(`${name}: ${calls} calls`)
  const [usedBefore, startedMs] = [await processorSeconds(pid), performance.now()]
  const samples = await driver.ask<VoiceSamples>({ kind: 'measure', seconds })
  const used = (await processorSeconds(pid)) - usedBefore
  const elapsedMs = performance.now() - startedMs
  const megabytesPerCall = ((await residentMegabytes(pid)) - memoryBefore) / calls
  await driver.ask({ kind: 'hangUp' })
  await pause(settleSeconds * 1_000)
  const processorShare = (used * 1000) / elapsedMs / calls
  return { name, samples, processorShare, megabytesPerCall }
}

export interface Row {
  name: string
  sampleOf(measured: Measured): readonly number[]
}

/** Formats the times of Parley and of other servers in the same run. The ratio is that of p95 to the first other one. */
function callsTable(calls: number, rows: readonly Row[], ours: Measured, others: readonly Measured[]): string {
  const timeRow = ({ name, sampleOf }: Row) => {
    const own = [ours, ...others].map((one) => percentiles(sampleOf(one), [0.5, 0.95, 0.99]))
    return [name, String(sampleOf(ours).length), ...own.flat(), own[0]![1]! / own[1]![1]!]
  }
  const single = (name: string, numberOf: (measured: Measured) => number) => {
    const values = [ours, ...others].map(numberOf)
    return [name, '', ...values.flatMap((value) => [value, '', '']), values[0]! / values[1]!]
  }
  const head = others.flatMap(({ name }) => [`${name} p50`, 'p95', 'p99'])
  const table = tableOf(
    [`${calls} calls, ms`, 'count', 'p50', 'p95', 'p99', ...head, 'ratio'],
    [
      ...rows.map(timeRow),
      single('share of a core per call, %', ({ processorShare }) => processorShare * 100),
      single('memory per call, MB', ({ megabytesPerCall }) => megabytesPerCall),
    ],
  )
  return [table, ...[ours, ...others].map(countsOf)].join('\n')
}

const countsOf = ({ name, samples: { stale, gaps, missed, closed } }: Measured): string =>
  `${name}: ${stale} stale messages, ${gaps} gaps, ${missed} missed answers or interruptions, ${closed} lost connections.`

/** Prints the conditions of the run, and one table for each number of calls. */
export function printCalls(
  { calls, seconds }: Pick<Rounds, 'calls' | 'seconds'>,
  { isPinned, rows }: { isPinned: boolean; rows: readonly Row[] },
  ours: readonly Measured[],
  others: readonly (readonly Measured[])[],
): void {
  const pinned = isPinned ? 'the server on one core, all other processes on another one' : 'no cores assigned'
  print(`${pinned}; ${seconds} s a round`)
  for (const [index, count] of calls.entries()) {
    const theirs = others.map((one) => one[index]!)
    print(callsTable(count, rows, ours[index]!, theirs))
  }
}
