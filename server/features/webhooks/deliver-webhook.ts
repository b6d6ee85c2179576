// Stating that an address is to be told of something, together with the fact itself.
import { type WebhookKind, webhookPayloads } from '#contract/webhook-payloads.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { createReplyPicker } from '#server/platform/http/pick-reply.ts'
import { addDeliverJob } from './deliver-job.ts'
import { insertDelivery } from './store.ts'

export interface Webhook {
  url: string
  /** What is told: `conversation.ended`, `call.ended`. */
  kind: string
  /** What it is told of, a call or a conversation: see `isItsTurn` for the order that is kept. */
  subject: string
  /** The JSON body, as the contract has it for this kind. */
  payload: object
  /**
   * Names the switch that a 410 turns off, by the event `webhook.gone`. An attempt may be hours old: where the address
   * of a hook can change, let the name change with it.
   */
  hook?: string
}

/** Sent when the transaction commits, at least once, always with the same `webhook-id`. An address is not judged here. */
export async function deliverWebhook(tx: Tx, webhook: Webhook): Promise<{ deliveryId: number }> {
  const { url, kind, subject, payload, hook } = webhook
  const accountId = tx.account.id
  const deliveryId = await insertDelivery(tx.db, accountId, {
    messageId: `msg_${tx.newId().replaceAll('-', '')}`,
    kind,
    subject,
    url,
    receiver: URL.parse(url)?.host ?? '',
    hook,
    body: JSON.stringify(written(kind, payload)),
  })
  await addDeliverJob(tx, { accountId, deliveryId })
  return { deliveryId }
}

const writers = Object.fromEntries(
  Object.entries(webhookPayloads).map(([kind, { body }]) => [kind, createReplyPicker(body)]),
) as Record<WebhookKind, (payload: unknown) => unknown>

/** Only what the contract names leaves the house. */
const written = (kind: string, payload: object): unknown =>
  Object.hasOwn(writers, kind) ? writers[kind as WebhookKind](payload) : payload
