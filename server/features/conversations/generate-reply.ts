// Answers a message of a channel that the account operates itself, or a message that the account writes as the customer.
import { type Assistant, findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import type { ConversationWithHistory } from './conversation/conversation.ts'
import { findAssistantOf } from './conversation/find-assistant-of.ts'
import { findById, findOwn, promptMessages } from './conversation/store.ts'
import { findOrOpenConversation } from './customers/find-or-open-conversation.ts'
import { resumeTurn } from './turns/resume-turn.ts'
import { type TurnAnswer, takeTurn } from './turns/take-turn.ts'

export interface GenerateReplyInput {
  assistantId: number
  customerIdentifier: string
  /** Empty for a message with files only. */
  message: string
  fileIds?: readonly string[] | undefined
  variables: Record<string, string> | undefined
  /** See `CustomerOfChannel`. */
  variablesAreUnverified?: boolean
}

interface Reply {
  conversation: ConversationWithHistory
  /** Undefined while an agent has taken over. */
  answer: TurnAnswer | undefined
}

/** Each assistant and identifier have one conversation. */
export async function generateReply(
  ctx: AccountContext,
  input: GenerateReplyInput,
  operation?: IdempotentOperation,
): Promise<Reply> {
  const assistant = orRefuse(await findAssistant(ctx.db, ctx.account.id, input.assistantId), 'ASSISTANT_NOT_FOUND')
  const conversation = await findOrOpenConversation(ctx, {
    type: 'api',
    key: `${assistant.id}:${input.customerIdentifier}`,
    identifier: input.customerIdentifier,
    assistant,
    variables: input.variables,
    variablesAreUnverified: input.variablesAreUnverified,
  })
  const { message, fileIds } = input
  return answerMessage(ctx, { conversation, assistant, message, fileIds }, operation)
}

/**
 * In an existing conversation, named by its id or UUID. In a conversation of the chat app or SMS only the customer writes
 * messages. Refuses with `CONVERSATION_NOT_FOUND`, `CONVERSATION_HAS_CHANNEL` and as `generateReply` does.
 */
export async function replyInConversation(
  ctx: AccountContext,
  { conversationId: id, message }: { conversationId: number | string; message: string },
  operation?: IdempotentOperation,
): Promise<Reply> {
  const { db, account } = ctx
  const conversation = await (typeof id === 'number'
    ? findById(db, account.id, id, promptMessages)
    : findOwn(db, account.id, id, promptMessages))
  if (!conversation) throw new Refusal('CONVERSATION_NOT_FOUND')
  const { type } = conversation
  if (type === 'chatapp' || type === 'sms')
    throw new Refusal(
      'CONVERSATION_HAS_CHANNEL',
      'In conversations of the chat app and SMS, only the customer writes messages.',
    )
  const assistant = await findAssistantOf(db, conversation)
  if (!assistant) throw new Refusal('ASSISTANT_NOT_FOUND')
  return answerMessage(ctx, { conversation, assistant, message }, operation)
}

async function answerMessage(
  ctx: AccountContext,
  {
    conversation,
    assistant,
    message,
    fileIds,
  }: Pick<Reply, 'conversation'> & { assistant: Assistant; message: string; fileIds?: readonly string[] | undefined },
  operation: IdempotentOperation | undefined,
): Promise<Reply> {
  const priceMicros = ctx.settings.prices.apiMessageMicros
  const turn = { conversation, assistant, text: message, fileIds, priceMicros, requestKey: operation?.key }
  const resumed = operation?.isResumed ? await resumeTurn(ctx, turn, operation.key) : undefined
  const { answer } = resumed ?? { answer: await takeTurn(ctx, turn) }
  return { conversation, answer }
}
