// Finds the conversation of a channel's customer, or opens it; each customer has one.

import { tooLongVariables, tooManyVariables, variableLimits } from '#contract/wire/fields.ts'
import type { Assistant } from '#server/features/assistants/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { selectAcceptedVariables } from '../answer/template-variables.ts'
import type { ConversationType, ConversationWithHistory } from '../conversation/conversation.ts'
import { openConversation } from '../conversation/open-conversation.ts'
import { findByCustomer, mergeVariables } from '../conversation/store.ts'

export interface CustomerOfChannel {
  type: Exclude<ConversationType, 'test' | 'widget'>
  /** `<sender or assistant>:<customer>`; unique within the type. */
  key: string
  identifier?: string | undefined
  phone?: string | undefined
  name?: string | undefined
  assistant: Assistant
  /** Replace existing variables of the same names. Throws `InvalidInput` if there are too many in total. */
  variables?: Record<string, string> | undefined
  /** The variables are data of a run of a flow, which anyone can have sent, so they are no addresses of the customer. */
  variablesAreUnverified?: boolean | undefined
}

export async function findOrOpenConversation(
  ctx: AccountContext,
  customer: CustomerOfChannel,
): Promise<ConversationWithHistory> {
  const { type, key, assistant } = customer
  const variables = selectAcceptedVariables(assistant, customer.variables ?? {}, false)
  const existing = await findByCustomer(ctx.db, ctx.account.id, type, key)
  const isUnverified = customer.variablesAreUnverified === true
  if (existing) return addVariables(ctx, existing, { variables, isUnverified })
  const { identifier, phone, name } = customer
  await openConversation(ctx, ctx.account.id, {
    uuid: ctx.newId(),
    assistantId: assistant.id,
    type,
    customer: { key, identifier, phone, name },
    variables,
    variablesFromVisitor: false,
    unverifiedVariables: isUnverified ? Object.keys(variables) : [],
    greeting: undefined,
  })
  const opened = await findByCustomer(ctx.db, ctx.account.id, type, key)
  return opened!
}

async function addVariables(
  ctx: AccountContext,
  conversation: ConversationWithHistory,
  { variables: newVariables, isUnverified }: { variables: Record<string, string>; isUnverified: boolean },
): Promise<ConversationWithHistory> {
  const names = Object.keys(newVariables)
  const changed = names.filter((name) => conversation.variables[name] !== newVariables[name])
  const isVerifiedNow = !isUnverified && names.some((name) => conversation.unverifiedVariables.includes(name))
  if (changed.length === 0 && !isVerifiedNow) return conversation
  const variables = { ...conversation.variables, ...newVariables }
  const changes = isUnverified ? Object.fromEntries(changed.map((name) => [name, newVariables[name]!])) : newVariables
  if (await mergeVariables(ctx.db, conversation, changes, isUnverified ? changed : []))
    return { ...conversation, variables }
  const message = Object.keys(variables).length > variableLimits.names ? tooManyVariables : tooLongVariables
  throw new InvalidInput({ variables: [message.replace(':attribute', 'variables')] })
}
