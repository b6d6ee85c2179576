// Sends the call-ended webhooks of an assistant.
import type { PayloadOf } from '#contract/events/webhook-payloads.ts'
import { type Assistant, findAssistant, hookOf } from '#server/features/assistants/index.ts'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import type { Call, CallRef } from '../call/call.ts'
import { type CalledLead, campaignsOf } from '../call/campaigns.ts'
import { isCompleted } from '../call/status.ts'
import { findCall, selectTranscript } from '../call/store.ts'
import { recordingUrlOf } from '../recording/serve-recording.ts'
import { callEndedPayload } from './ended-payload.ts'
import { selectTransfers } from './store-ending.ts'

export async function sendEndedWebhooks(tx: Tx, { accountId, callId }: CallRef): Promise<void> {
  const call = (await findCall(tx.db, accountId, callId))!
  const { sendWebhookOnlyOnCompleted, includeRecordingInWebhook } = call.assistant
  if (sendWebhookOnlyOnCompleted && !isCompleted(call.status)) return
  // The webhooks of the assistant may have been changed or disabled during the call.
  const assistant = (await findAssistant(tx.db, accountId, call.assistantId)) ?? call.assistant
  const receivers = receiversOf(assistant, call)
  if (receivers.length === 0) return
  const payload = await loadEndedPayload(tx, call, { includesRecording: includeRecordingInWebhook })
  for (const { url, hook } of receivers)
    await deliverWebhook(tx, { url, kind: 'call.ended', subject: call.uuid, hook, payload })
}

/** The payload of the call-ended webhook. */
export async function loadEndedPayload(
  tx: Tx,
  call: Call,
  { includesRecording }: { includesRecording: boolean },
): Promise<PayloadOf<'call.ended'>> {
  const recordingUrl = call.recordingKey === null ? null : recordingUrlOf(tx, call.uuid)
  return callEndedPayload(call, {
    transcript: await selectTranscript(tx.db, call.accountId, call.id),
    transfers: await selectTransfers(tx.db, call.accountId, call.id),
    lead: await findLead(tx, call),
    recordingUrl: includesRecording ? recordingUrl : undefined,
  })
}

async function findLead(tx: Tx, { leadId }: Call): Promise<CalledLead | undefined> {
  return leadId === null ? undefined : (await campaignsOf(tx).findLeads(tx, [leadId])).get(leadId)
}

/** A URL that is set for both webhooks gets one delivery. */
function receiversOf(assistant: Assistant, { type }: Call): { url: string; hook: string }[] {
  const { isWebhookActive, webhookUrl, isInboundWebhookActive, inboundWebhookUrl } = assistant
  const receivers = new Map<string, string>()
  if (type === 'inbound' && isInboundWebhookActive && inboundWebhookUrl)
    receivers.set(inboundWebhookUrl, hookOf(assistant, 'inboundCall'))
  if (isWebhookActive && webhookUrl) receivers.set(webhookUrl, hookOf(assistant, 'callEnded'))
  return [...receivers].map(([url, hook]) => ({ url, hook }))
}
