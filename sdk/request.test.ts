// Tests of requests with a file: the SDK sends a form that the server reads as the same values.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { CallInput } from '#contract/wire/endpoint.ts'
import { uploadEndpoint, uploadRoutes } from '#testing/http/endpoints.ts'
import { startHttpHarness } from '#testing/http/http-harness.ts'
import { requestOf } from './request.ts'

const harness = await startHttpHarness(uploadRoutes())
after(() => harness[Symbol.asyncDispose]())
const baseUrl = await harness.http.listen({ port: 0, host: '127.0.0.1' })

async function upload(input: CallInput<typeof uploadEndpoint>) {
  const request = requestOf(uploadEndpoint, input, { baseUrl, apiKey: 'account:1' }, {})
  const type = request.headers.get('content-type')!.split(';')[0]
  const response = await fetch(request)
  const { body } = (await response.json()) as { body: Record<string, unknown> }
  assert.equal(response.status, 201)
  return { type, body }
}

suite('a call with a file', () => {
  const fields = { id: 1, name: 'Ada', count: 7, loud: false, links: ['a', { link: 'b', depth: 2 }] }
  const { id: _, ...sent } = fields

  test('sends a form with the same values', async () => {
    const data = Buffer.from('Guten Tag')
    for (const [file, name] of [
      [new File([data], 'Größe.txt', { type: 'text/plain' }), 'Größe.txt'],
      [new Blob([data]), 'blob'],
      [{ name: 'a.txt', data }, 'a.txt'],
    ] as const) {
      const { type, body } = await upload({ ...fields, file })
      assert.equal(type, 'multipart/form-data')
      const { file: stored, ...rest } = body
      assert.deepEqual(rest, sent)
      const { contentType, sizeBytes, name: storedName } = stored as Record<string, unknown>
      const wanted = file instanceof File ? 'text/plain' : 'application/octet-stream'
      assert.deepEqual([storedName, contentType, sizeBytes], [name, wanted, data.length])
    }
  })

  test('sends JSON if the file is left out', async () => {
    assert.deepEqual(await upload(fields), { type: 'application/json', body: sent })
  })
})
