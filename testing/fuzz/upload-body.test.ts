// Generated requests to an endpoint with a file: no internal errors, some successes, and no file is left behind.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import { uploadEndpoint, uploadRoutes } from '../http/endpoints.ts'
import { startHttpHarness } from '../http/http-harness.ts'
import { bodyWithFile } from '../matrix/body.ts'
import { multipart, multipartWithBoundary, partsOf } from '../requests/multipart-body.ts'
import { requestsFor } from './requests.ts'
import { written } from './send.ts'

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

test('generated uploads are answered without an internal error', async () => {
  await using harness = await startHttpHarness(uploadRoutes())
  const statuses = new Map<number, number>()
  const answerTo = async (request: Parameters<typeof written>[0]) => {
    const { method, url, headers, payload } = written(request, { good: 'account:1', other: 'account:2' }, () => 1)
    const options = { method: method as 'POST', url, headers }
    const answer = await harness.ask({ ...options, ...(payload && { payload }) })
    if (request.body && 'upload' in request.body) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    assert.ok(answer.status < 500, answer.text)
  }
  const requests = requestsFor({ name: 'things.upload', endpoint: uploadEndpoint })
  await fc.assert(fc.asyncProperty(requests, answerTo), { numRuns: 1_000, seed: 1 })
  for (const status of [201, 400, 422])
    assert.ok((statuses.get(status) ?? 0) > 20, `${status}: ${statuses.get(status)}`)
  const deadline = performance.now() + 10_000
  while ((await filesIn(harness.uploadFolder)).length > 0 && performance.now() < deadline)
    await new Promise(setImmediate)
  assert.deepEqual(await filesIn(harness.uploadFolder), [])
})

test('the matrix sends a valid form', async () => {
  await using harness = await startHttpHarness(uploadRoutes())
  const payload = multipart(partsOf(bodyWithFile(uploadEndpoint)!))
  for (const [id, status] of [
    [1, 201],
    [2, 404],
  ] as const) {
    const options = { url: `/api/user/things/${id}/files`, token: 'account:1', payload }
    const answer = await harness.ask({ method: 'POST', ...options, headers: { 'content-type': multipartWithBoundary } })
    assert.equal(answer.status, status)
  }
})
