// Whatever is sent to whatever endpoint: no fault of ours, no end of the process, answers as declared.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fuzz } from '../testing/fuzz/fuzz.ts'
import { calls } from '../testing/matrix/positions.ts'

it('answers 5,000 generated requests as the contract says', async (test) => {
  const report = await fuzz({ requests: 5000, seed: 20_260_131, lanes: 2 })
  assert.deepEqual(report.faults, [])
  assert.ok(report.requests >= 5000)
  // Requests that never succeed would prove little.
  const silent = calls
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    .filter((door) => !report.succeeded.has(door))
  assert.ok(silent.length <= calls.length / 10, `never succeeded: ${silent.join(', ')}`)
  test.diagnostic(
    `${report.requests} requests in ${Math.round(report.elapsedMs)} ms, never succeeded: ${silent.join(', ')}`,
  )
})
