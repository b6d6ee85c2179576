// Parses webhook payloads strictly by the contract.
import assert from 'node:assert/strict'
import { type PayloadOf, type WebhookKind, webhookPayloads } from '#contract/events/webhook-payloads.ts'
import type { ReceivedRequest } from '../emulators/receiver.ts'

/** Throws if a field is missing, has the wrong type, or is not in the contract. */
export function payloadOf<K extends WebhookKind>(kind: K, { body }: Pick<ReceivedRequest, 'body'>): PayloadOf<K> {
  const given: unknown = JSON.parse(body.toString())
  const payload = webhookPayloads[kind].body.parse(given)
  assert.deepEqual(given, payload)
  return payload as PayloadOf<K>
}
