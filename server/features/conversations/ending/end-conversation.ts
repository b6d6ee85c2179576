// Ends a conversation that is inactive or that the assistant has ended, evaluates it, and announces the end.
import { actFor } from '#server/features/accounts/index.ts'
import type { Assistant } from '#server/features/assistants/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { chooseModels } from '../answer/choose-models.ts'
import { resolveVariables } from '../answer/template-variables.ts'
import {
  type Conversation,
  type ConversationWithHistory,
  type Extracted,
  isQueueLive,
} from '../conversation/conversation.ts'
import { defaultTimeoutMinutes, scheduleEnd } from '../conversation/end-job.ts'
import { eventDataOf } from '../conversation/event-data.ts'
import { findAssistantOf } from '../conversation/find-assistant-of.ts'
import { addForgetJob } from '../conversation/forget-job.ts'
import { allMessages, endConversationRow, findById } from '../conversation/store.ts'
import { dropStaleQueue } from '../turns/store-turns.ts'
import { evaluate } from './evaluate.ts'

/** How long to wait while an answer is being generated. */
const busyMinutes = 1

/** Safe to run twice. A message that arrives at the same time keeps the conversation open. */
export async function endConversation(
  context: AppContext,
  { accountId, conversationId }: { accountId: number; conversationId: number },
): Promise<void> {
  const ctx = await actFor(context, accountId)
  if (!ctx) return
  const conversation = await findById(ctx.db, accountId, conversationId, allMessages)
  if (conversation?.status !== 'open') return
  const assistant = await findAssistantOf(ctx.db, conversation)
  const minutesLeft = minutesUntilEnd(conversation, assistant, ctx.now())
  if (minutesLeft > 0) return transaction(ctx, (tx) => scheduleEnd(tx, conversation, minutesLeft))

  await dropStaleQueue(ctx.db, conversation)
  const history = conversation.history.filter(({ state }) => state === 'done')
  const extracted = await extractVariables(ctx, { ...conversation, history }, assistant)
  await transaction(ctx, async (tx) => {
    const ended = await endConversationRow(tx.db, conversation, extracted)
    // A message has arrived in the meantime, so the conversation stays open.
    if (!ended) return scheduleEnd(tx, conversation, assistant?.conversationInactivityTimeoutMinutes ?? busyMinutes)
    if (assistant?.storeTranscript === false) await addForgetJob(tx, conversation)
    if (ended.timesEnded > 1 && !assistant?.conversationEndedRetrigger) return
    await tx.emit('conversation.ended', eventDataOf(conversation))
  })
}

function minutesUntilEnd(conversation: Conversation, assistant: Assistant | undefined, now: Date): number {
  if (isQueueLive(conversation, now)) return busyMinutes
  const isAssistantDeleted = !assistant && conversation.assistantId !== null
  if (conversation.endRequested || isAssistantDeleted) return 0
  const inactiveMs = now.getTime() - new Date(conversation.lastActivityAt).getTime()
  return (assistant?.conversationInactivityTimeoutMinutes ?? defaultTimeoutMinutes) - inactiveMs / 60_000
}

async function extractVariables(
  ctx: AccountContext,
  conversation: ConversationWithHistory,
  assistant: Assistant | undefined,
): Promise<Extracted | null> {
  if (!assistant?.postCallEvaluation || assistant.postCallSchema.length === 0) return null
  if (!conversation.history.some(({ author }) => author === 'customer')) return null
  const { model, fallback } = await chooseModels(ctx, assistant)
  return evaluate(ctx, {
    schema: assistant.postCallSchema,
    transcript: conversation.history.map(({ author, content }) => ({
      speaker: author === 'customer' ? 'customer' : 'assistant',
      text: content,
    })),
    model,
    fallback,
    facts: Object.fromEntries(resolveVariables(assistant, conversation, ctx.now()).values),
  })
}
