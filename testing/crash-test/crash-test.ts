// Kills the server under load over and over; in between, all work must finish and every invariant must hold.
import { setTimeout } from 'node:timers/promises'
import { createSeededRandom } from '@parley/carrier-sandbox'
import { createClient } from '#sdk/index.ts'
import type { Seam } from '#server/platform/failpoints/failpoint.ts'
import { type Acknowledged, type ClientLog, createClientLog, logAcknowledged } from './client-log.ts'
import type { Fault } from './database.ts'
import { createFailpointSchedule } from './failpoint-schedule.ts'
import { createLoad, type Load, type LoadOptions } from './load.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'
import { expireHolds, repairs, settle } from './settle.ts'
import { type CrashTestSetup, carrierFaults, noCarrierFaults, openCrashTestSetup } from './setup.ts'
import { type Findings, type StoredMessage, uuidOf, verify, verifyHeld } from './verify.ts'

export interface CrashTestOptions extends LoadOptions {
  /** Each cycle starts a server and kills it. */
  cycles: number
  accounts: number
  /** Kills between two verifications. */
  cyclesPerVerification: number
  /** One kill at a random moment follows this many kills at failpoints. */
  failpointsPerRandom: number
  /** Each server acknowledges an entry of this kind before it is killed. */
  killAfter: keyof Acknowledged
  /** If the server has not reached its failpoint after this time, it is killed at the next one with the fewest kills. */
  failpointWithinMs: number
  /** Kills at each of these seams once, whichever request or job reaches it, and then ends the run. */
  seams?: readonly Seam[]
  /** Only failpoints whose address contains one of these. */
  only?: readonly string[]
  onProgress?: (progress: Progress) => void
}

export interface Progress {
  cycle: number
  /** Where the server was killed; undefined for a random moment. */
  failpoint: string | undefined
  clients: ClientLog
}

export type CrashTestReport = Awaited<ReturnType<typeof runCrashTest>>

export async function runCrashTest(options: CrashTestOptions) {
  const { cycles, seed, accounts, cyclesPerVerification, failpointsPerRandom, seams, only = [''] } = options
  await using opened = new AsyncDisposableStack()
  const setup = opened.use(await openCrashTestSetup({ seed, accounts }))
  const server = opened.use(await startServerUnderTest(setup))
  const clients = createClientLog()
  const load = createLoad(setup, server, clients, options)
  const random = createSeededRandom(seed)
  const schedule = createFailpointSchedule(random)
  const candidates = (): string[] =>
    seams
      ? seams.map((seam) => `${seam}:1`).filter((failpoint) => !schedule.kills.has(failpoint))
      : [...server.reached].filter((failpoint) => only.some((part) => failpoint.includes(part)))
  let findings: Findings = { faults: [], stored: [], accepted: 0, charged: 0, refunded: 0 }
  let randomKills = 0
  let cycle = 0

  load.resume()
  for (;;) {
    cycle++
    await server.restart()
    const isRandom = cycle % (failpointsPerRandom + 1) === 0
    const targets = isRandom ? [] : schedule.sort(candidates())
    const run = { setup, server, clients, options }
    const failpoint =
      targets[0] === undefined
        ? await killAtRandom(run, 100 + random() * 1_400)
        : await killAtFailpoint(run, targets[0], schedule.leastKilled(targets))
    if (targets[0] !== undefined && failpoint !== targets[0]) schedule.recordMiss(targets[0])
    if (failpoint) schedule.recordKill(failpoint)
    else randomKills++
    options.onProgress?.({ cycle, failpoint, clients })
    const isLast = cycle === cycles || (seams !== undefined && candidates().length === 0)
    if (cycle % cyclesPerVerification !== 0 && !isLast) continue
    findings = await verifyAtRest(run, load, cycle)
    if (findings.faults.length > 0 || isLast) break
    setup.carrier.control.settings({ faults: carrierFaults })
    load.resume()
  }
  const resolved = await setup.database.query<{ count: number }>(
    `select count(*)::int as count from crash_test.status_changes where old_state = 'unknown' and new_state <> 'unknown'`,
  )
  const uuids = new Set(findings.faults.flatMap(({ uuid }) => uuid ?? []))
  const stack = opened.move()
  return {
    seed,
    cycles: cycle,
    faults: findings.faults,
    /** A timeline for each message with a fault. */
    timelines: [...uuids].slice(0, 10).map((uuid) => `${uuid}\n${messageTimeline(setup, findings.stored, uuid)}`),
    kills: schedule.kills,
    misses: schedule.misses,
    randomKills,
    /** Failpoints that the load reached, as `origin/seam:count`. */
    reached: server.reached,
    clients,
    findings,
    /** How many messages had an unknown outcome that is known now. */
    outcomesResolved: resolved[0]!.count,
    startsMs: server.startsMs,
    connectionString: setup.database.connectionString,
    /** Closes everything; the database is kept until then. */
    close: () => stack.disposeAsync(),
  }
}

interface Run {
  setup: CrashTestSetup
  server: ServerUnderTest
  clients: ClientLog
  options: CrashTestOptions
}

/** Time moves all the while, so that repairs run under load, too. Ends early if the server dies. */
async function moveTimeUntil({ setup, server }: Run, isOver: (elapsedMs: number) => boolean): Promise<void> {
  const begunAt = performance.now()
  let hasEnded = false
  const ended = server.ended().then(() => {
    hasEnded = true
  })
  while (!hasEnded && !isOver(performance.now() - begunAt)) {
    await setup.database.forward(server.startedAt())
    await setup.database.runCrons(repairs)
    await Promise.race([ended, setTimeout(500)])
  }
}

/** Returns the failpoint at which the server died: the target if it is reached in time, or else a fallback. */
async function killAtFailpoint(run: Run, target: string, fallbacks: readonly string[]): Promise<string | undefined> {
  const { server, clients } = run
  const { killAfter, failpointWithinMs } = run.options
  let armed: readonly string[] | undefined
  const arm = (failpoints: readonly string[]): void => {
    armed = failpoints
    server.dieAt(failpoints)
  }
  const armTarget = () => arm([target])
  clients.events.once(killAfter, armTarget)
  await moveTimeUntil(run, (elapsedMs) => {
    if (elapsedMs > failpointWithinMs && armed && armed !== fallbacks) arm(fallbacks)
    return elapsedMs > 4 * failpointWithinMs
  })
  clients.events.off(killAfter, armTarget)
  await server.kill()
  return server.ended()
}

async function killAtRandom(run: Run, afterMs: number): Promise<undefined> {
  let hasWorked = false
  run.clients.events.once(run.options.killAfter, () => {
    hasWorked = true
  })
  await moveTimeUntil(run, (elapsedMs) => elapsedMs > afterMs && hasWorked)
  await run.server.kill()
}

/** Lets all work finish on a server that is not killed and with a carrier without faults, and checks the result. */
async function verifyAtRest(run: Run, load: Load, cycle: number): Promise<Findings> {
  const { setup, server, clients } = run
  setup.carrier.control.settings({ faults: noCarrierFaults })
  await server.restart()
  const stuck = await continueConversations(run, `Are you still there after ${cycle} kills?`)
  const unsettled = await settle(setup, server, load)
  const held = await verifyHeld(setup)
  await expireHolds(setup)
  const findings = await verify(setup, clients)
  const exits: Fault[] =
    server.exits > 0 ? [{ invariant: 'process', message: `${server.exits} servers ended without being killed.` }] : []
  return { ...findings, faults: [...exits, ...stuck, ...unsettled, ...held, ...findings.faults] }
}

/** Every conversation continues after a kill, without errors; the first account is left out, because it runs out of money. */
async function continueConversations({ setup, server, clients }: Run, message: string): Promise<Fault[]> {
  const conversations = await setup.database.read<{ account_id: number; uuid: string }>('started')
  const outcomes = setup.accounts.slice(1).flatMap(({ accountId, token }) => {
    const client = createClient({ baseUrl: server.baseUrl, apiKey: token })
    return conversations
      .filter(({ account_id }) => account_id === accountId)
      .map(async ({ uuid }): Promise<Fault[]> => {
        try {
          const reply = await client.conversations.sendMessage({ uuid, message })
          logAcknowledged(clients, 'answered', { uuid, text: message, answer: reply.message })
          return []
        } catch (error) {
          const problem = `Conversation ${uuid} cannot continue: ${error}`
          return [{ invariant: 'unfinished', account: accountId, message: problem }]
        }
      })
  })
  return (await Promise.all(outcomes)).flat()
}

/** The timeline of one message: its row, and everything that the carrier logged about it. */
function messageTimeline({ carrier }: CrashTestSetup, stored: readonly StoredMessage[], uuid: string): string {
  const rows = stored.filter((message) => message.uuid === uuid || message.head_uuid === uuid)
  const accepted = carrier.messages().filter((message) => uuidOf(message) === uuid)
  const sids = new Set([...accepted.map(({ sid }) => sid), ...rows.map(({ sid }) => sid)])
  const requests = carrier.requests.filter(({ sid, body }) => (sid && sids.has(sid)) || body.includes(uuid))
  const callbacks = carrier.webhooks.filter(({ messageSid, url }) => sids.has(messageSid ?? '') || url.includes(uuid))
  const line = (kind: string, fields: object): string => `  ${kind.padEnd(9)} ${JSON.stringify(fields)}`
  const time = (ms: number): string => new Date(ms).toISOString()
  return [
    ...rows.map((row) => line('row', { ...row, body: row.body?.slice(0, 60) })),
    ...accepted.map(({ sid, to, status, errorCode, faults, createdAtMs }) =>
      line('accepted', { at: time(createdAtMs), sid, to, status, errorCode, faults: faults.map(({ fault }) => fault) }),
    ),
    ...requests.map(({ atMs, method, path, status, code, faults }) =>
      line('request', { at: time(atMs), method, path, status, code, faults }),
    ),
    ...callbacks.map(({ atMs, form, attempt, outcome }) =>
      line('callback', { at: time(atMs), status: form['MessageStatus'], code: form['ErrorCode'], attempt, outcome }),
    ),
  ].join('\n')
}
