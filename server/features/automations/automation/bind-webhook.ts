// Lets a webhook of an assistant call the trigger of an automation.
import { type AssistantWebhook, claimWebhook, releaseWebhook } from '#server/features/assistants/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Automation, BoundWebhook } from './automation.ts'

const webhooks: Readonly<Record<BoundWebhook, AssistantWebhook>> = {
  call_ended: 'callEnded',
  inbound_call: 'inboundCall',
  conversation_ended: 'conversationEnded',
}

export const webhookUrlOf = ({ settings }: Pick<Tx, 'settings'>, token: string): string =>
  `${settings.publicUrl}/api/automate/webhooks/${token}`

/** Refuses with `assistant_required` and `binding_conflict`. */
export async function bindWebhook(
  tx: Tx,
  { assistantId, webhook, token }: { assistantId: number | null; webhook: BoundWebhook; token: string },
): Promise<void> {
  if (assistantId === null) throw new Refusal('assistant_required')
  const url = webhookUrlOf(tx, token)
  if (!(await claimWebhook(tx, { assistantId, webhook: webhooks[webhook], url }))) throw new Refusal('binding_conflict')
}

export async function unbindWebhook(
  tx: Tx,
  { assistantId, boundWebhook, webhookToken }: Pick<Automation, 'assistantId' | 'boundWebhook' | 'webhookToken'>,
): Promise<void> {
  if (assistantId === null || boundWebhook === null) return
  await releaseWebhook(tx, { assistantId, webhook: webhooks[boundWebhook], url: webhookUrlOf(tx, webhookToken) })
}
