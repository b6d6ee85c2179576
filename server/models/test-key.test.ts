// Tests of the requests that test keys: one for each vendor, and what their answers mean.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { VendorCode, VendorKey } from '#server/ports/vendors.ts'
import { openReceiver, type ReceiverAnswer } from '#testing/emulators/receiver.ts'
import { keyVendors } from './key-vendors.ts'
import { testKey } from './test-key.ts'

const apiKey = 'the-key'

async function outcomeOf(vendor: VendorCode, answer: ReceiverAnswer) {
  await using server = await openReceiver(() => answer)
  const key: VendorKey = { vendor, apiKey, baseUrl: vendor === 'openai' ? server.url : null, region: 'westeurope' }
  const { test } = keyVendors.find((each) => each.vendor === vendor)!
  const { outcome } = await testKey(test(key, { [vendor]: server.url }), undefined)
  return { outcome, request: server.requests[0]! }
}

it('each vendor gets one request that costs nothing, with the key where it expects it', async () => {
  const expected: Record<VendorCode, [path: string, header: string, value: string]> = {
    openai: ['/models', 'authorization', 'Bearer the-key'],
    anthropic: ['/v1/models?limit=1', 'x-api-key', apiKey],
    google: ['/models?pageSize=1', 'x-goog-api-key', apiKey],
    deepgram: ['/v1/auth/token', 'authorization', 'Token the-key'],
    elevenlabs: ['/v1/models', 'xi-api-key', apiKey],
    cartesia: ['/voices?limit=1', 'x-api-key', apiKey],
    azure: ['/cognitiveservices/voices/list', 'ocp-apim-subscription-key', apiKey],
  }
  for (const [vendor, [path, header, value]] of Object.entries(expected)) {
    const { outcome, request } = await outcomeOf(vendor as VendorCode, {})
    assert.deepEqual([outcome, request.method, request.path, request.headers[header]], ['accepted', 'GET', path, value])
  }
})

it('an answer accepts or rejects the key, or says nothing about it', async () => {
  const cases: [VendorCode, ReceiverAnswer, string][] = [
    ['openai', { status: 401 }, 'rejected'],
    ['openai', { status: 403 }, 'rejected'],
    ['openai', { status: 403, body: '{"error":{"message":"Missing scopes: api.model.read"}}' }, 'accepted'],
    ['elevenlabs', { status: 401, body: '{"detail":{"status":"missing_permissions"}}' }, 'accepted'],
    ['google', { status: 400, body: '{"error":{"status":"INVALID_ARGUMENT"}}' }, 'rejected'],
    ['anthropic', { status: 400 }, 'unclear'],
    ['anthropic', { status: 429 }, 'accepted'],
    ['deepgram', { status: 503 }, 'unclear'],
    ['deepgram', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'unclear'],
  ]
  for (const [vendor, answer, outcome] of cases)
    assert.equal((await outcomeOf(vendor, answer)).outcome, outcome, JSON.stringify(answer))
})
