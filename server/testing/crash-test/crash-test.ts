// Cycles of load, death and restart; after each few everything must settle, and every invariant must hold.
import { createSeededRandom } from '@parley/carrier-sandbox'
import { type Failpoint, failpoints } from '#server/platform/failpoint.ts'
import { pause } from './attempt.ts'
import type { Fault } from './database.ts'
import { acknowledged, type Journal, openJournal } from './journal.ts'
import { openLoad } from './load.ts'
import { messageTimeline } from './message-timeline.ts'
import { type RestartingServer, startRestartingServer } from './restarting-server.ts'
import { expireHolds, repairs, settle } from './settle.ts'
import { type CrashTestSetup, carrierFaults, openCrashTestSetup } from './setup.ts'
import { type Findings, verify, verifyHeld } from './verify.ts'

export interface CrashTestOptions {
  cycles: number
  seed: number
  /** Kills between two looks at the invariants. */
  cyclesPerLook: number
  accounts: number
  /** A kill at random after every so many at failpoints. */
  failpointsPerRandom: number
  /** How long a failpoint is waited for before the process is killed without it. */
  patienceMs: number
  /** A failpoint kills at one of its first so many hits; default 6. */
  mostHits?: number
  /** No cycle begins after that; default: as long as it takes. */
  beginsWithinMs?: number
  only?: readonly Failpoint[]
  progress?: (state: Progress) => void
}

export interface Progress {
  cycle: number
  kill: string
  journal: Journal
}

export interface CrashTestReport {
  seed: number
  cycles: number
  faults: Fault[]
  /** What each message of the faults went through. */
  stories: string[]
  /** Kills by failpoint; `random` for the others. */
  kills: Map<string, number>
  missed: Map<string, number>
  journal: Journal
  findings: Findings
  /** Messages that were in doubt and are not any more. */
  doubtsResolved: number
  startsMs: number[]
  connectionString: string
  /** Ends everything; the database stays when it is not called. */
  close(): Promise<void>
}

export async function runCrashTest(options: CrashTestOptions): Promise<CrashTestReport> {
  const { cycles, seed, cyclesPerLook, accounts, beginsWithinMs = Number.POSITIVE_INFINITY } = options
  const lastBeginAt = performance.now() + beginsWithinMs
  const opened = new AsyncDisposableStack()
  const stage = opened.use(await openCrashTestSetup({ seed, players: accounts }))
  const fire = opened.use(startRestartingServer(stage))
  const journal = openJournal()
  const load = openLoad(stage, fire, journal, seed)
  const random = createSeededRandom(seed)
  const kills = new Map<string, number>()
  const missed = new Map<string, number>()
  let findings: Findings = { faults: [], stored: [], accepted: 0, charged: 0, refunded: 0 }
  let done = 0

  await fire.rehearse()
  load.resume()
  for (const [index, plan] of [...plansOf(options, random)].entries()) {
    const kill = await runUntilKilled(stage, fire, journal, plan, options.patienceMs)
    const count = kill === plan.at || plan.at === undefined ? kills : missed
    count.set(plan.at ?? 'random', (count.get(plan.at ?? 'random') ?? 0) + 1)
    done = index + 1
    options.progress?.({
      cycle: done,
      kill: `${plan.at ?? 'random'}${kill === plan.at ? '' : kill ? '' : ' (missed)'}`,
      journal,
    })
    const isLast = done === cycles || performance.now() > lastBeginAt
    if (done % cyclesPerLook !== 0 && !isLast) continue
    findings = await look(stage, fire, journal, load)
    if (fire.endedByThemselves > 0)
      findings.faults.unshift({ invariant: 'I0', sentence: `${fire.endedByThemselves} servers ended by themselves` })
    if (findings.faults.length > 0 || isLast) break
    stage.carrier.control.settings({ faults: carrierFaults })
    load.resume()
  }
  await load.pause()
  const uuids = new Set(findings.faults.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid])))
  const doubts = await stage.database.query<{ count: number }>(
    `select count(*)::int as count from crash_test.steps where old_state = 'unknown' and new_state <> 'unknown'`,
  )
  return {
    seed,
    cycles: done,
    faults: findings.faults,
    stories: [...uuids].slice(0, 10).map((uuid) => `${uuid}\n${messageTimeline(stage, findings.stored, uuid)}`),
    kills,
    missed,
    journal,
    findings,
    doubtsResolved: doubts[0]!.count,
    startsMs: fire.startsMs,
    connectionString: stage.database.connectionString,
    close: () => opened.disposeAsync(),
  }
}

interface Plan {
  /** Undefined: at a random moment. */
  at: Failpoint | undefined
  hit: number
  afterMs: number
}

function* plansOf(
  { cycles, only = failpoints, failpointsPerRandom, mostHits = 6 }: CrashTestOptions,
  random: () => number,
): Generator<Plan> {
  let next = 0
  for (let cycle = 0; cycle < cycles; cycle++) {
    const isRandom = only.length === 0 || cycle % (failpointsPerRandom + 1) === failpointsPerRandom
    yield {
      at: isRandom ? undefined : only[next++ % only.length],
      hit: 1 + Math.floor(random() * random() * mostHits),
      afterMs: 100 + random() * 1_400,
    }
  }
}

const moveEveryMs = 250

/** Time is moved all the while, so that repairs and ends come in the midst of the load. Undefined: the failpoint was not hit. */
async function runUntilKilled(
  stage: CrashTestSetup,
  fire: RestartingServer,
  journal: Journal,
  { at, hit, afterMs }: Plan,
  patienceMs: number,
): Promise<string | undefined> {
  const server = await fire.start(at && { at, hit })
  if (!server) return at
  const before = acknowledged(journal)
  const begunAt = performance.now()
  let isOver = false
  void server.ended.then(() => {
    isOver = true
  })
  for (;;) {
    const passedMs = performance.now() - begunAt
    const isTime = at === undefined ? passedMs > afterMs && acknowledged(journal) > before : passedMs > patienceMs
    if (isTime) {
      await server.kill()
      return at === undefined ? 'random' : undefined
    }
    await stage.database.forward(fire.startedAt())
    await stage.database.runCrons(repairs)
    await Promise.race([server.ended, pause(at === undefined ? Math.min(moveEveryMs, afterMs) : moveEveryMs)])
    if (isOver) return at ?? 'by itself'
  }
}

/** Everything comes to its end at a server that nobody kills, and with a carrier that can be relied on. */
async function look(
  stage: CrashTestSetup,
  fire: RestartingServer,
  journal: Journal,
  load: { pause(): Promise<void> },
): Promise<Findings> {
  stage.carrier.control.settings({ faults: noFaults })
  await fire.start()
  await load.pause()
  const left = await settle(stage, fire)
  const held = await verifyHeld(stage)
  await expireHolds(stage)
  const findings = await verify(stage, journal)
  return { ...findings, faults: [...left, ...held, ...findings.faults] }
}

const noFaults = Object.fromEntries(Object.keys(carrierFaults).map((name) => [name, 0]))
