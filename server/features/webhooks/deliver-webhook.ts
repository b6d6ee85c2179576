// Queues a webhook in the transaction of the change that it reports, and names the hooks that a response of 410 disables.

import { createHash } from 'node:crypto'
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

export interface Hook<Name extends string> {
  id: number
  webhook: Name
  urlSha256: string
}

/** For `deliverWebhook`. Contains a hash of the URL, so that a 410 from a former URL does not disable a new one. */
export const hookName = (owner: string, id: number, webhook: string, url: string | null): string =>
  `${owner}:${id}:${webhook}:${createHash('sha256')
    .update(url ?? '')
    .digest('hex')}`

/** Returns undefined for a hook that does not belong to a webhook of the owner. */
export function parseHook<Name extends string>(hook: string, owner: string, names: readonly Name[]) {
  const [, ofOwner, id, name, urlSha256 = ''] = /^(\w+):(\d+):(\w+):([\da-f]{64})$/.exec(hook) ?? []
  const webhook = ofOwner === owner ? names.find((candidate) => candidate === name) : undefined
  return webhook && { id: Number(id), webhook, urlSha256 }
}
