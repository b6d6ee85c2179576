// Queues and attempts deliveries for tests, and verifies their signatures.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { ParleyError } from '#sdk/index.ts'
import { deliverWebhook, type Webhook } from '#server/features/webhooks/index.ts'
import { asAccount } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'
import type { ReceivedRequest, Receiver } from '../emulators/receiver.ts'

export const seconds = 1000
export const hours = 3600 * seconds

export async function deliver(
  parley: TestApp,
  { account }: TestAccount,
  webhook: Partial<Webhook> & { url: string },
): Promise<number> {
  const { deliveryId } = await transaction(asAccount(parley.app.context, account), (tx) =>
    deliverWebhook(tx, { kind: 'test.sent', subject: tx.newId(), payload: { id: 1 }, ...webhook }),
  )
  return deliveryId
}

/** Queues a delivery, runs the due jobs and returns the delivery. */
export async function attempt(parley: TestApp, owner: TestAccount, webhook: Partial<Webhook> & { url: string }) {
  const id = await deliver(parley, owner, webhook)
  await parley.runJobs()
  return owner.client.webhooks.getDelivery({ id })
}

/** Verifies a signature as a receiver that knows only the standard does. Throws if no signature is valid. */
export function verify({ headers, body }: ReceivedRequest, secret: string): { standard: number; raw: boolean } {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`), body])
  const signatures = String(headers['webhook-signature']).split(' ')
  assert.ok(signatures.includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`))
  const raw = headers['x-signature-256'] === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return { standard: signatures.length, raw }
}

export const numbersOf = (receiver: Receiver): number[] =>
  receiver.requests.map(({ body }) => JSON.parse(body.toString()).n)

export const idsOf = (receiver: Receiver) => new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))

export const refused = (status: number) => (error: unknown) => error instanceof ParleyError && error.status === status
