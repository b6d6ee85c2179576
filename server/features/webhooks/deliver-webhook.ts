// Queues a webhook in the transaction of the change that it reports.
import { type WebhookKind, webhookPayloads } from '#contract/events/webhook-payloads.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { createReplyPicker } from '#server/platform/http/replies/pick-reply.ts'
import { addDeliverJob } from './deliver-job.ts'
import { insertDelivery } from './store.ts'

export interface Webhook {
  url: string
  /** Such as `conversation.ended`. */
  kind: string
  /** The call, conversation or message that the webhook is about. See `isItsTurn` for the order within a subject. */
  subject: string
  /** Written through the schema of the kind in the contract. */
  payload: object
  /**
   * Returned in the `webhook.gone` event, so that its subscriber can disable the webhook. If the URL of the hook can
   * change, the name must change with it, because an attempt may be hours old.
   */
  hook?: string
}

/** Sends the webhook after the commit, at least once, always with the same `webhook-id`. The URL is not validated. */
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
    body: JSON.stringify(pickFields(kind, payload)),
  })
  await addDeliverJob(tx, { accountId, deliveryId })
  return { deliveryId }
}

const pickers = Object.fromEntries(
  Object.entries(webhookPayloads).map(([kind, { body }]) => [kind, createReplyPicker(body)]),
) as Record<WebhookKind, (payload: unknown) => unknown>

const pickFields = (kind: string, payload: object): unknown =>
  Object.hasOwn(pickers, kind) ? pickers[kind as WebhookKind](payload) : payload
