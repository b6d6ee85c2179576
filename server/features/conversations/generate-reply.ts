// Answers a message of a channel that the account operates itself.
import { findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findOrOpenConversation } from './customers/find-or-open-conversation.ts'
import { resumeTurn } from './turns/resume-turn.ts'
import { takeTurn } from './turns/take-turn.ts'

export interface GenerateReplyInput {
  assistantId: number
  customerIdentifier: string
  message: string
  variables: Record<string, string> | undefined
}

/** Each assistant and identifier have one conversation. The answer is undefined while an agent has taken over. */
export async function generateReply(ctx: AccountContext, input: GenerateReplyInput, operation?: IdempotentOperation) {
  const assistant = await findAssistant(ctx.db, ctx.account.id, input.assistantId)
  if (!assistant) throw new Refusal('ASSISTANT_NOT_FOUND')
  const conversation = await findOrOpenConversation(ctx, {
    type: 'api',
    key: `${assistant.id}:${input.customerIdentifier}`,
    identifier: input.customerIdentifier,
    assistant,
    variables: input.variables,
  })
  const priceMicros = ctx.settings.prices.apiMessageMicros
  const turn = { conversation, assistant, text: input.message, priceMicros, requestKey: operation?.key }
  const resumed = operation?.isResumed ? await resumeTurn(ctx, turn, operation.key) : undefined
  const { answer } = resumed ?? { answer: await takeTurn(ctx, turn) }
  return { conversation, answer }
}
