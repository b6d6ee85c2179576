// Listing the account's conversations.
import { findAssistant, selectAssistantNames } from '#server/features/assistants/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidSelection } from '#server/platform/refusal.ts'
import type { Conversation } from './conversation.ts'
import type { AssistantName } from './present.ts'
import { type ListFilter, selectConversations } from './store.ts'

/** An assistant that is not the caller's is an invalid selection. */
export async function listConversations(
  ctx: Context,
  filter: Omit<ListFilter, 'timeZone'>,
): Promise<{ rows: Conversation[]; total: number }> {
  const { assistantId } = filter
  if (assistantId !== undefined && !(await findAssistant(ctx.db, ctx.account.id, assistantId)))
    throw invalidSelection('assistant_id')
  return selectConversations(ctx.db, ctx.account.id, { ...filter, timeZone: ctx.account.timeZone })
}

const noAssistant: AssistantName = { uuid: null, name: null }

/** Deleted assistants keep their names. */
export async function nameAssistants(
  ctx: Context,
  conversations: readonly Conversation[],
): Promise<(conversation: Conversation) => AssistantName> {
  const ids = [...new Set(conversations.flatMap(({ assistantId }) => assistantId ?? []))]
  const names = ids.length === 0 ? [] : await selectAssistantNames(ctx.db, ctx.account.id, ids)
  const byId = new Map(names.map((name) => [name.id, name]))
  return ({ assistantId }) => (assistantId === null ? noAssistant : byId.get(assistantId)!)
}
