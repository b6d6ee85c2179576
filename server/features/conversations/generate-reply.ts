// Answering a message of a channel that the account carries itself.
import { findAssistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { priceOf } from './conversation/price.ts'
import { findOrOpenConversation } from './customers/find-or-open-conversation.ts'
import { resumeTurn } from './turns/resume-turn.ts'
import { takeTurn } from './turns/take-turn.ts'

export interface GenerateReplyInput {
  assistantId: number
  customerIdentifier: string
  message: string
  variables: Record<string, string> | undefined
}

/** One conversation for each assistant and identifier; the answer is undefined while a person has taken it over. */
export async function generateReply(ctx: AccountContext, input: GenerateReplyInput, effect?: IdempotentOperation) {
  const assistant = await findAssistant(ctx.db, ctx.account.id, input.assistantId)
  if (!assistant) throw new Refusal('ASSISTANT_NOT_FOUND')
  const conversation = await findOrOpenConversation(ctx, {
    type: 'api',
    key: `${assistant.id}:${input.customerIdentifier}`,
    identifier: input.customerIdentifier,
    assistant,
    variables: input.variables,
  })
  const priceMicros = priceOf(ctx.settings.prices, 'api')
  const turn = { conversation, assistant, text: input.message, priceMicros, requestKey: effect?.key }
  const resumed = effect?.isResumed ? await resumeTurn(ctx, turn, effect.key) : undefined
  const { answer } = resumed ?? { answer: await takeTurn(ctx, turn) }
  return { conversation, answer }
}
