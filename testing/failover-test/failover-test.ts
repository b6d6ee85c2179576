// Lets the database and the network fail under load, measures how soon everything works again, and verifies the outcome.
import { setTimeout } from 'node:timers/promises'
import { createSeededRandom } from '@parley/carrier-sandbox'
import { prepareDatabase } from '#server/app-context.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { type ClientLog, createClientLog } from '../crash-test/client-log.ts'
import { createLoad, type Load } from '../crash-test/load.ts'
import { type CrashTestAccount, type CrashTestSetup, noCarrierFaults, openCrashTestSetup } from '../crash-test/setup.ts'
import { openTcpFront, type TcpFront } from '../database/tcp-front.ts'
import { describeBlocked } from './blocked-sessions.ts'
import { chooseFaults, type FaultContext, type FaultName, faultKinds, faultOf } from './faults.ts'
import { openCalls } from './open-calls.ts'
import { openParleyProcesses, type ParleyProcesses } from './parley-processes.ts'
import { openPostgresPair, type PostgresPair } from './postgres-pair.ts'
import { openEventListener, processProbes, serviceProbes } from './probes.ts'
import { verifyOutcome } from './verify-outcome.ts'
import { type Honesty, type Recovery, trackHonesty, untilRecovered, type Watched, watchProbe } from './watch.ts'

export interface FailoverTestOptions {
  cycles: number
  seed: number
  cyclesPerVerification: number
  /** The longest pause between two requests of a client. */
  maxPauseMs: number
  /** Random faults are chosen from these. Default: all. */
  only?: readonly FaultName[]
  onCycle?: (cycle: CycleReport) => void
}

export interface CycleReport {
  cycle: number
  faults: readonly FaultName[]
  times: Map<string, number>
  /** The longest time for which `/readyz` answered 200 while writes failed. */
  dishonestSeconds: number
  violations: readonly string[]
}

export type FailoverTestReport = Awaited<ReturnType<typeof runFailoverTest>>

const processCount = 2
const recoverWithinSeconds = 15
const honestWithinSeconds = 12
/** How long a cycle waits for everything to work again. */
const giveUpAfterMs = 60_000
const diskBytes = 2 ** 30

export async function runFailoverTest(options: FailoverTestOptions) {
  const { cycles, seed, cyclesPerVerification, maxPauseMs, onCycle } = options
  await using opened = new AsyncDisposableStack()
  const random = createSeededRandom(seed)
  const names = options.only ?? (Object.keys(faultKinds) as FaultName[])
  const needsDisk = names.some((name) => faultOf(name).needsDisk)
  const pair = opened.use(await openPostgresPair(needsDisk ? { diskBytes } : {}))
  // The checks and the setup connect through a front of their own, which has no faults.
  const observer = opened.use(await openTcpFront(() => pair.primary().target))
  const front = opened.use(await openTcpFront(pair.primary().target))
  const urlThrough = (port: number) => `postgresql://parley@127.0.0.1:${port}/parley`
  await createDatabase(pair, urlThrough(observer.port))
  const database = { connectionString: urlThrough(observer.port), [Symbol.asyncDispose]: async () => {} }
  const setup = opened.use(await openCrashTestSetup({ seed, accounts: 2, database }))
  setup.carrier.control.settings({ faults: noCarrierFaults })
  const env = { ...setup.env, DATABASE_URL: urlThrough(front.port), LOG_LEVEL: 'warn' }
  const processes = opened.use(await openParleyProcesses(env, { port: setup.port, count: processCount }))
  const clients = createClientLog()
  const load = createLoad(setup, { baseUrl: processes.baseUrl, ready: () => setTimeout(250) }, clients, {
    seed,
    maxPauseMs,
  })
  const run: Run = {
    setup,
    pair,
    observer,
    processes,
    clients,
    load,
    account: setup.accounts[1]!,
    startedAt: new Date(0),
  }
  let probes = startProbes(run)
  opened.defer(() => probes[Symbol.asyncDispose]())
  const context: FaultContext = { pair, front, processes, random }
  const available = names.filter((name) => pair.disk() !== undefined || !faultOf(name).needsDisk)
  const reports: CycleReport[] = []
  const reported = new Set<string>()

  load.resume()
  for (let cycle = 1; cycle <= cycles; cycle++) {
    const faults = chooseFaults(random, available)
    const { times, dishonestSeconds, violations } = await runCycle(run, probes, context, faults)
    front.closeHalfOpen()
    await pair.restoreStandby()
    const atRest: string[] = [...processes.exits()]
    if (cycle % cyclesPerVerification === 0 || cycle === cycles) {
      // They add work.
      await probes[Symbol.asyncDispose]()
      atRest.push(...(await verifyOutcome(run)))
    }
    // Later verifications find the same again.
    violations.push(...new Set(atRest).difference(reported))
    for (const text of atRest) reported.add(text)
    const report = { cycle, faults, times, dishonestSeconds, violations }
    reports.push(report)
    onCycle?.(report)
    if (cycle % cyclesPerVerification !== 0 || cycle === cycles) continue
    probes = startProbes(run)
    load.resume()
  }
  return {
    seed,
    reports,
    clients,
    skipped: names.filter((name) => !available.includes(name)),
    version: (await pair.primary().query<{ server_version: string }>('show server_version'))[0]!.server_version,
    logs: processes.logs(),
  }
}

export interface Run {
  setup: CrashTestSetup
  pair: PostgresPair
  /** Between the checks and the primary. */
  observer: TcpFront
  processes: ParleyProcesses
  clients: ClientLog
  load: Load
  /** The account that the probes use. */
  account: CrashTestAccount
  startedAt: Date
}

async function createDatabase(pair: PostgresPair, url: string): Promise<void> {
  await pair.primary().query('create database parley')
  await using database = openDatabase(url, { maxConnections: 4, name: 'parley template' })
  await prepareDatabase(database, createLog({ level: 'silent', pretty: false }))
}

function startProbes({ setup, account, processes, clients: log }: Run) {
  const opened = new AsyncDisposableStack()
  const context = { setup, account, processes, log }
  const indexes = Array.from({ length: processes.count }, (_, index) => index)
  const listeners = indexes.map((index) => opened.use(openEventListener(context, index)))
  const honesty: Honesty[] = []
  const watched: Watched[] = []
  for (const index of indexes) {
    const tracked = trackHonesty(processes, index)
    honesty.push(tracked)
    const [ready, write] = processProbes(context, index)
    watched.push(watchProbe(ready!, 250, tracked.onReady), watchProbe(write!, 250, tracked.onWrite))
  }
  watched.push(...serviceProbes(context, listeners).map((probe) => watchProbe(probe, 700)))
  for (const each of watched) opened.use(each)
  return {
    watched,
    takeDishonestSeconds: (): number => Math.max(...honesty.map((each) => each.takeSeconds())),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Waits until everything works, lets the database or the network fail, and measures until everything works again. */
async function runCycle(
  run: Run,
  probes: ReturnType<typeof startProbes>,
  context: FaultContext,
  faults: readonly FaultName[],
) {
  const { setup, pair, processes, account } = run
  const before = await untilRecovered(probes.watched, performance.now(), giveUpAfterMs)
  const violations = before.failing.map((text) => `before the fault, this did not work: ${text}`)
  const calls = await openCalls(setup, account, processes)
  violations.push(...calls.failures)
  const alive = await announcedProcesses(run)
  probes.takeDishonestSeconds()
  for (const [index, name] of faults.entries()) {
    if (index > 0) await setTimeout(context.random() * 4_000)
    await faultOf(name).run(context)
  }
  // The checks may be connected to a server that is frozen.
  run.observer.cut()
  await pair.untilWritable()
  const recovering = untilRecovered(probes.watched, performance.now(), giveUpAfterMs)
  const isLate = await Promise.race([recovering.then(() => false), setTimeout(recoverWithinSeconds * 1_000, true)])
  const blocked = isLate ? await describeBlocked(pair.primary()) : []
  const recovery = await recovering
  const slow = slowRecoveries(recovery)
  if (slow.length > 0) violations.push(...slow, ...blocked)
  const dishonestSeconds = probes.takeDishonestSeconds()
  if (dishonestSeconds > honestWithinSeconds)
    violations.push(`/readyz was 200 for ${dishonestSeconds.toFixed(1)} s while writes failed`)
  if (!faults.some((name) => faultOf(name).killsParley))
    violations.push(...(await endedCalls(run, calls.ended(), alive)))
  calls.hangUp()
  // Otherwise no further cycle could begin.
  if (!recovery.isComplete) for (let index = 0; index < processes.count; index++) await processes.replace(index)
  return { times: recovery.times, dishonestSeconds, violations }
}

function slowRecoveries({ times, failing }: Recovery): string[] {
  const slow = [...times].filter(([, seconds]) => seconds > recoverWithinSeconds)
  return slow.map(([name, seconds]) => {
    const error = failing.find((text) => text.startsWith(name))
    return `${name} took ${seconds.toFixed(1)} s${error ? `, and still fails (${error})` : ''}`
  })
}

/** The keys of the locks with which processes announce that they live. */
async function announcedProcesses({ setup }: Run): Promise<number[]> {
  const found = await setup.database.query<{ key: number }>(
    `select distinct objid::bigint as key from pg_locks
     where locktype = 'advisory' and classid = (hashtext('parley liveness')::bigint & 4294967295)::oid`,
    [],
  )
  return found.map(({ key }) => Number(key))
}

/** Calls that ended although their process lived through the fault. */
async function endedCalls({ setup }: Run, ended: string[], alive: readonly number[]): Promise<string[]> {
  const healthy = await setup.database.query<{ uuid: string; reason: string; by: string }>(
    'select uuid, ended_reason as reason, ended_by as by from calls where client_phone = any($1)',
    [ended],
  )
  const died = await setup.database.query<{ uuid: string }>(
    `select uuid from calls
     where ended_reason = 'process_died' and hashtext(process_id)::bigint & 4294967295 = any($1)`,
    [alive],
  )
  return [
    ...healthy.map((call) => `the healthy call ${call.uuid} has ended: ${call.reason}, by ${call.by}`),
    ...died.map(({ uuid }) => `the call ${uuid} ended with process_died, although its process is alive`),
  ]
}
