// The server killed at each failpoint and at random, under load, with a carrier that cannot be relied on: a short crash test.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { failpoints } from '../platform/failpoint.ts'
import { runCrashTest } from '../testing/crash-test/crash-test.ts'

/** A failpoint for each random kill, so that each is met and five moments are nobody's choice. */
const failpointsPerRandom = Math.ceil(failpoints.length / 5)

it('holds its promises to whoever sends, writes and talks, wherever it is killed', {
  timeout: 280_000,
}, async (test) => {
  const cycles = failpoints.length + Math.floor(failpoints.length / failpointsPerRandom)
  const report = await runCrashTest({
    cycles,
    seed: 20_260_131,
    cyclesPerLook: cycles,
    accounts: 3,
    failpointsPerRandom,
    patienceMs: 4_000,
    mostHits: 1,
    // On a machine that is busy with other things it is shorter still.
    beginsWithinMs: 90_000,
  })
  await report.close()
  const { faults, stories, journal, kills, missed, findings, doubtsResolved } = report
  test.diagnostic(
    `${report.cycles} cycles, ${kills.size - 1} failpoints, not met: ${[...missed.keys()].join(', ') || 'none'}; ${journal.sent.length} sent, ${journal.received.length} received, ${journal.talked.length} talked, ${findings.accepted} accepted, ${doubtsResolved} doubts resolved`,
  )
  const told = faults.map(({ invariant, sentence }) => `${invariant} ${sentence}`)
  assert.deepEqual(told, [], stories.join('\n'))
  // However few cycles there was time for, much must have been promised for the rest to mean something.
  const few = report.cycles / 2
  assert.ok(journal.sent.length > few && journal.received.length > report.cycles && journal.talked.length > few)
})
