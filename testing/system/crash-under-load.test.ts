// A short crash test: the server is killed at every kind of seam and at random moments, under load, with an unreliable carrier.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { coreSeams, type Seam } from '#server/platform/failpoints/failpoint.ts'
import { runCrashTest } from '../crash-test/crash-test.ts'

const seams: Seam[] = [
  ...coreSeams,
  'carrier.sendMessage-before',
  'carrier.sendMessage-after',
  'carrier.listMessages-before',
  'carrier.listMessages-after',
  'languageModel.stream-before',
  'languageModel.stream-after',
  'fetcher.fetch-before',
  'fetcher.fetch-after',
]

it('keeps every acknowledged message and charges once, wherever the server is killed', {
  timeout: 180_000,
}, async (test) => {
  const report = await runCrashTest({
    cycles: 60,
    seed: 20_260_131,
    accounts: 2,
    cyclesPerVerification: 60,
    seams,
    maxPauseMs: 2_000,
    failpointsPerRandom: 5,
    killAfter: 'sent',
    failpointWithinMs: 3_000,
  })
  await report.close()
  const { cycles, faults, timelines, clients, kills, randomKills, misses, findings, outcomesResolved } = report
  const { sent, received, answered, leads } = clients
  test.diagnostic(
    `${cycles} cycles, missed ${[...misses.keys()].join(', ') || 'none'}; ${sent.length} sent, ${received.length} received, ${answered.length} answered, ${leads.length} leads, ${findings.accepted} accepted, ${outcomesResolved} unknown outcomes resolved`,
  )
  const messages = faults.map(({ invariant, message }) => `${invariant}: ${message}`)
  assert.deepEqual(messages, [], timelines.join('\n'))
  assert.deepEqual([...kills.keys()].sort(), seams.map((seam) => `${seam}:1`).sort())
  assert.ok(randomKills > 0)
  // The checks mean something only if enough was acknowledged.
  assert.ok(sent.length > cycles / 2 && received.length > cycles && answered.length > cycles / 2)
  assert.ok(leads.length > cycles / 4)
})
