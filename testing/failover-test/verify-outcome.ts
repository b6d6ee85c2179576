// Lets all work end by itself, reports what is stuck, and verifies the same invariants as the crash test.
import { setTimeout } from 'node:timers/promises'
import { expireHolds, settle } from '../crash-test/settle.ts'
import { verify, verifyHeld } from '../crash-test/verify.ts'
import type { Run } from './failover-test.ts'

/** Without any progress. */
const withinMs = 60_000

export async function verifyOutcome(run: Run): Promise<string[]> {
  const { setup, load, clients } = run
  await load.pause()
  const stuck = await findStuck(run)
  const server = { startedAt: () => run.startedAt }
  run.startedAt = await setup.database.now()
  const unsettled = await settle(setup, server, load)
  const held = await verifyHeld(setup)
  await expireHolds(setup)
  const { faults } = await verify(setup, clients)
  return [
    ...stuck.map((text) => `stuck: ${text}`),
    ...[...unsettled, ...held, ...faults].map(({ invariant, message }) => `${invariant}: ${message}`),
  ]
}

/**
 * Work that ends by itself within seconds if its process is alive, or if another process takes it over: no clock is turned
 * and no lease is shortened for it. The crash test's procedures would help what is stuck.
 */
async function findStuck({ setup }: Run): Promise<string[]> {
  let deadline = performance.now() + withinMs
  let fewest = Number.POSITIVE_INFINITY
  for (;;) {
    const left = (await setup.database.unsettled()).filter(({ what, detail }) => endsSoon(what, detail ?? ''))
    if (left.length === 0) return []
    if (left.length < fewest) deadline = performance.now() + withinMs
    fewest = Math.min(fewest, left.length)
    if (performance.now() > deadline) return left.map(({ what, which, detail }) => `${what} ${which}: ${detail}`)
    await setTimeout(200)
  }
}

function endsSoon(what: string, detail: string): boolean {
  if (what === 'job') return !detail.includes('locked by nobody')
  if (what === 'attempt') return detail.includes('by call')
  return ['run', 'turn', 'call', 'inbox'].includes(what)
}
