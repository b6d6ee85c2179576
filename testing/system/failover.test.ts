// A short failover test: a frozen primary, silent idle connections and a restart of PostgreSQL, under load.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { postgresMissing } from '../database/debian-postgres.ts'
import { runFailoverTest } from '../failover-test/failover-test.ts'

it('works again within seconds after a failover, silent connections and a restart, and loses nothing', {
  skip: postgresMissing,
  timeout: 190_000,
}, async (test) => {
  const { reports, clients } = await runFailoverTest({
    cycles: 3,
    seed: 20_261_128,
    sequence: ['frozen primary', 'idle connections dropped', 'immediate restart'],
    cyclesPerVerification: 3,
    maxPauseMs: 4_000,
    giveUpAfterMs: 30_000,
  })
  for (const { faults, times } of reports) {
    const measured = [...times].map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`)
    test.diagnostic(`${faults.join(' and ')}: ${measured.join(', ')}`)
  }
  assert.deepEqual(
    reports.flatMap(({ violations }) => violations),
    [],
  )
  // The checks mean something only if enough was acknowledged.
  assert.ok(clients.sent.length > 5 && clients.answered.length > 3 && clients.runs.length > 10)
})
