// A short crash test: the server is killed at every kind of seam and at random moments, under load, with an unreliable carrier.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { runCrashTest } from '#server/testing/crash-test/crash-test.ts'
import { seamOf } from '#server/testing/crash-test/failpoint-schedule.ts'

const seams = [
  'transaction-before-commit',
  'transaction-after-commit',
  'statement-before',
  'statement-after',
  'job-begun',
  'job-done',
  'carrier.sendMessage-before',
  'carrier.sendMessage-after',
  'carrier.listMessages-before',
  'carrier.listMessages-after',
  'languageModel.stream-before',
  'languageModel.stream-after',
  'fetcher.fetch-before',
  'fetcher.fetch-after',
]

const seamsWithoutKill = (kills: ReadonlyMap<string, number>): string[] => {
  const killed = new Set([...kills.keys()].map(seamOf))
  return seams.filter((seam) => !killed.has(seam))
}

it('keeps every acknowledged message and charges once, wherever the server is killed', {
  timeout: 180_000,
}, async (test) => {
  const report = await runCrashTest({
    cycles: 60,
    seed: 20_260_131,
    accounts: 2,
    cyclesPerVerification: 60,
    onlySeams: true,
    failpointsPerRandom: 7,
    killAfter: 'sent',
    failpointWithinMs: 3_000,
    isEnough: ({ schedule }) => seamsWithoutKill(schedule.kills).length === 0,
  })
  await report.close()
  const { cycles, faults, timelines, clients, kills, misses, findings, outcomesResolved } = report
  const { sent, received, answered } = clients
  test.diagnostic(
    `${cycles} cycles, kills at ${kills.size} failpoints, missed ${[...misses.keys()].join(', ') || 'none'}; ${sent.length} sent, ${received.length} received, ${answered.length} answered, ${findings.accepted} accepted, ${outcomesResolved} unknown outcomes resolved`,
  )
  const messages = faults.map(({ invariant, message }) => `${invariant}: ${message}`)
  assert.deepEqual(messages, [], timelines.join('\n'))
  assert.deepEqual(seamsWithoutKill(kills), [])
  // The checks mean something only if enough was acknowledged.
  assert.ok(sent.length > cycles / 2 && received.length > cycles && answered.length > cycles / 2)
})
