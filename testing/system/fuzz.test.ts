// Generated requests to every endpoint: no internal errors, and every response follows the contract.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { exceptions } from '../fuzz/exceptions.ts'
import { fuzz } from '../fuzz/fuzz.ts'
import { calls } from '../matrix/positions.ts'

const requests = 25 * calls.length

it('answers generated requests to every endpoint according to the contract', async (test) => {
  const report = await fuzz({ requests, seed: 20_260_131, lanes: 2 })
  assert.deepEqual(report.faults, [])
  assert.ok(report.requests >= requests)
  // Requests that never succeed would prove little.
  assert.deepEqual(report.silent, Object.keys(exceptions))
  test.diagnostic(`${report.requests} requests in ${Math.round(report.elapsedMs)} ms`)
})
