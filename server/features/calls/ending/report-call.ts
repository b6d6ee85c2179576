// Evaluates an ended call and sends its webhooks.
import { actFor } from '#server/features/accounts/index.ts'
import { type Assistant, findAssistant, hookOf } from '#server/features/assistants/index.ts'
import { chooseModels, evaluate } from '#server/features/conversations/index.ts'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import type { AccountContext, AppContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Call, CallRef, Evaluated } from '../call/call.ts'
import { isCompleted } from '../call/status.ts'
import { findCall, type StoredEntry, selectTranscript } from '../call/store.ts'
import { recordingUrlOf } from '../recording/serve-recording.ts'
import { callEndedPayload } from './ended-payload.ts'
import { markReported, selectTransfers } from './store-ending.ts'

/** Safe to run twice: the evaluation and the webhooks are stored once, in one transaction. */
export async function reportCall(context: AppContext, { accountId, callId }: CallRef): Promise<void> {
  const ctx = await actFor(context, accountId)
  const call = ctx && (await findCall(ctx.db, accountId, callId))
  if (!call || call.endedAt === null || call.reportedAt !== null) return
  const transcript = await selectTranscript(ctx.db, accountId, callId)
  const evaluation = await evaluateCall(ctx, call, transcript)
  const recordingUrl = call.recordingKey === null ? null : recordingUrlOf(ctx, call.uuid)
  await transaction(ctx, async (tx) => {
    const reported = await markReported(tx.db, call, evaluation)
    if (reported) await announce(tx, reported, transcript, recordingUrl)
  })
}

async function evaluateCall(
  ctx: AccountContext,
  { assistant, variables }: Call,
  transcript: readonly StoredEntry[],
): Promise<Evaluated[] | null> {
  const { postCallEvaluation, postCallSchema: schema } = assistant
  if (!postCallEvaluation || schema.length === 0 || transcript.length === 0) return null
  const { model, fallback } = await chooseModels(ctx, assistant)
  const values = await evaluate(ctx, { schema, transcript, model, fallback, facts: variables })
  return schema.map(({ name, type, description }) => ({ name, type, value: values[name] ?? null, description }))
}

async function announce(
  tx: Tx,
  call: Call,
  transcript: readonly StoredEntry[],
  recordingUrl: string | null,
): Promise<void> {
  // The webhooks of the assistant may have been changed or disabled during the call.
  const assistant = (await findAssistant(tx.db, tx.account.id, call.assistantId)) ?? call.assistant
  const { sendWebhookOnlyOnCompleted, includeRecordingInWebhook } = call.assistant
  if (sendWebhookOnlyOnCompleted && !isCompleted(call.status)) return
  const transfers = await selectTransfers(tx.db, tx.account.id, call.id)
  const payload = callEndedPayload(call, {
    transcript,
    transfers,
    recordingUrl: includeRecordingInWebhook ? recordingUrl : undefined,
  })
  for (const { url, hook } of receiversOf(assistant, call))
    await deliverWebhook(tx, { url, kind: 'call.ended', subject: call.uuid, hook, payload })
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
