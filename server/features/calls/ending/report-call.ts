// Evaluates an ended call, and announces it.
import { actFor } from '#server/features/accounts/index.ts'
import { chooseModels, evaluate } from '#server/features/conversations/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { spokenIn } from '#server/voice/engine/call-record.ts'
import type { Answerer } from '#server/voice/words-and-sounds/answerer.ts'
import type { Call, CallRef, Evaluated } from '../call/call.ts'
import { findCall, type StoredEntry, selectTranscript } from '../call/store.ts'
import { addForgetJob } from '../personal-data/forget-words.ts'
import { sendEndedWebhooks } from './send-ended-webhooks.ts'
import { markReported } from './store-ending.ts'

/** Safe to run twice: the evaluation and the webhooks are stored once, in one transaction. */
export async function reportCall(context: AppContext, { accountId, callId }: CallRef): Promise<void> {
  const ctx = await actFor(context, accountId)
  const call = ctx && (await findCall(ctx.db, accountId, callId))
  if (!call || call.endedAt === null || call.reportedAt !== null) return
  const transcript = await selectTranscript(ctx.db, accountId, callId)
  const evaluation = await evaluateCall(ctx, call, transcript)
  await transaction(ctx, async (tx) => {
    if (!(await markReported(tx.db, call, evaluation))) return
    await tx.emit('call.evaluated', { accountId, callId, assistantId: call.assistantId })
    // After the subscribers of higher features, whose results are part of the payload.
    await sendEndedWebhooks(tx, { accountId, callId })
    if (call.assistant.storeTranscript === false) await addForgetJob(tx, { accountId, callId })
  })
}

/** What they say is not said by the customer. */
const machines: readonly Answerer[] = ['voicemail', 'announcement', 'fax']

/** A call in which no customer has spoken has no values. */
async function evaluateCall(
  ctx: AccountContext,
  { assistant, variables, answerer }: Call,
  transcript: readonly StoredEntry[],
): Promise<Evaluated[] | null> {
  const { postCallEvaluation, postCallSchema: schema } = assistant
  if (!postCallEvaluation || schema.length === 0) return null
  const isMachine = answerer !== null && machines.includes(answerer)
  if (isMachine || !transcript.some(({ speaker, text }) => speaker === 'customer' && text.trim() !== '')) return null
  const { model, fallback } = await chooseModels(ctx, assistant)
  const values = await evaluate(ctx, { schema, transcript: spokenIn(transcript), model, fallback, facts: variables })
  return schema.map(({ name, type, description }) => ({ name, type, value: values[name] ?? null, description }))
}
