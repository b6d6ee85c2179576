// Generated requests to every endpoint: no internal errors, and every response follows the contract.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { fuzz } from '../fuzz/fuzz.ts'
import { calls } from '../matrix/positions.ts'

/** Links, passwords and codes, which no generated request can guess. */
const needsSecret = ({ sameOrigin, body }: Endpoint): boolean =>
  sameOrigin === true || (body !== undefined && 'code' in body.shape)

const requests = 25 * calls.length

it('answers generated requests to every endpoint according to the contract', async (test) => {
  const report = await fuzz({ requests, seed: 20_260_131, lanes: 2 })
  assert.deepEqual(report.faults, [])
  assert.ok(report.requests >= requests)
  // Requests that never succeed would prove little.
  const silent = calls
    .filter(({ endpoint }) => !needsSecret(endpoint))
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    .filter((endpoint) => !report.succeeded.has(endpoint))
  assert.ok(silent.length <= calls.length / 10, `never succeeded: ${silent.join(', ')}`)
  test.diagnostic(
    `${report.requests} requests in ${Math.round(report.elapsedMs)} ms, never succeeded: ${silent.join(', ')}`,
  )
})
