// Generated requests to every endpoint: no internal errors, and every response follows the contract.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fuzz } from '../fuzz/fuzz.ts'
import { calls } from '../matrix/positions.ts'

it('answers 5,000 generated requests according to the contract', async (test) => {
  const report = await fuzz({ requests: 5000, seed: 20_260_131, lanes: 2 })
  assert.deepEqual(report.faults, [])
  assert.ok(report.requests >= 5000)
  // Requests that never succeed would prove little.
  const silent = calls
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    .filter((endpoint) => !report.succeeded.has(endpoint))
  assert.ok(silent.length <= calls.length / 10, `never succeeded: ${silent.join(', ')}`)
  test.diagnostic(
    `${report.requests} requests in ${Math.round(report.elapsedMs)} ms, never succeeded: ${silent.join(', ')}`,
  )
})
