// Reading a webhook as the contract describes it, and nothing beside.
import assert from 'node:assert/strict'
import { type PayloadOf, type WebhookKind, webhookPayloads } from '#contract/webhook-payloads.ts'
import type { ReceivedRequest } from './receiver.ts'

/** Throws when a field is missing, is of another kind, or is not in the contract. */
export function payloadOf<K extends WebhookKind>(kind: K, { body }: Pick<ReceivedRequest, 'body'>): PayloadOf<K> {
  const given: unknown = JSON.parse(body.toString())
  const payload = webhookPayloads[kind].body.parse(given)
  assert.deepEqual(given, payload)
  return payload as PayloadOf<K>
}
