// The one conversation that a customer of a channel has: found, or opened.
import { tooLongVariables, tooManyVariables, variableLimits } from '#contract/fields.ts'
import type { Assistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { selectAcceptedVariables } from '../answer/template-variables.ts'
import type { ConversationType, ConversationWithHistory } from '../conversation/conversation.ts'
import { findByCustomer, insertConversation, mergeVariables } from '../conversation/store.ts'

export interface CustomerOfChannel {
  type: Exclude<ConversationType, 'test' | 'widget'>
  /** `<our end>:<customer>`: what the customer is known by within the type, and the channel's end of ours. */
  key: string
  identifier?: string | undefined
  phone?: string | undefined
  name?: string | undefined
  assistant: Assistant
  /** Replace those of the same names that the conversation has. Too many of them in total are refused with 422. */
  variables?: Record<string, string> | undefined
}

export async function findOrOpenConversation(
  ctx: AccountContext,
  customer: CustomerOfChannel,
): Promise<ConversationWithHistory> {
  const { type, key, assistant } = customer
  const variables = selectAcceptedVariables(assistant, customer.variables ?? {}, false)
  const existing = await findByCustomer(ctx.db, ctx.account.id, type, key)
  if (existing) return withVariables(ctx, existing, variables)
  const { identifier, phone, name } = customer
  await insertConversation(ctx.db, ctx.account.id, {
    uuid: ctx.newId(),
    assistantId: assistant.id,
    type,
    customer: { key, identifier, phone, name },
    variables,
    variablesFromVisitor: false,
    greeting: undefined,
  })
  const opened = await findByCustomer(ctx.db, ctx.account.id, type, key)
  return opened!
}

function tooMuch(variables: Record<string, string>): InvalidInput {
  const sentence = Object.keys(variables).length > variableLimits.names ? tooManyVariables : tooLongVariables
  return new InvalidInput({ variables: [sentence.replace(':attribute', 'variables')] })
}

async function withVariables(
  ctx: AccountContext,
  conversation: ConversationWithHistory,
  given: Record<string, string>,
): Promise<ConversationWithHistory> {
  const changed = Object.entries(given).some(([name, value]) => conversation.variables[name] !== value)
  if (!changed) return conversation
  const variables = { ...conversation.variables, ...given }
  if (!(await mergeVariables(ctx.db, conversation, given))) throw tooMuch(variables)
  return { ...conversation, variables }
}
